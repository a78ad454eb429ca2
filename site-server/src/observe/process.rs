//! Metrics of the process: processor time, memory, open files and threads, from Linux.
//!
//! Names and help texts match Prometheus' own clients, which dashboards recognize.

use std::sync::LazyLock;

use procfs::process::{LimitValue, Process};
use procfs::{ProcResult, boot_time_secs, page_size, ticks_per_second};
use prometheus::{IntCounter, IntGauge, register_int_counter, register_int_gauge};

use super::REGISTERED;

static METRICS: LazyLock<ProcessMetrics> = LazyLock::new(ProcessMetrics::register);

struct ProcessMetrics {
    cpu_seconds: IntCounter,
    max_fds: IntGauge,
    open_fds: IntGauge,
    resident_memory: IntGauge,
    start_time: IntGauge,
    threads: IntGauge,
    virtual_memory: IntGauge,
}

/// Updates all values. A value that can't be read stays unchanged, and systems without `/proc` have no values.
pub fn update() {
    if let Ok(process) = Process::myself() {
        _ = METRICS.update(&process);
    }
}

impl ProcessMetrics {
    fn register() -> Self {
        let gauge = |name, help| register_int_gauge!(name, help).expect(REGISTERED);
        ProcessMetrics {
            cpu_seconds: register_int_counter!(
                "process_cpu_seconds_total",
                "Total user and system CPU time spent in seconds."
            )
            .expect(REGISTERED),
            max_fds: gauge(
                "process_max_fds",
                "Maximum number of open file descriptors.",
            ),
            open_fds: gauge("process_open_fds", "Number of open file descriptors."),
            resident_memory: gauge(
                "process_resident_memory_bytes",
                "Resident memory size in bytes.",
            ),
            start_time: gauge(
                "process_start_time_seconds",
                "Start time of the process since unix epoch in seconds.",
            ),
            threads: gauge("process_threads", "Number of OS threads in the process."),
            virtual_memory: gauge(
                "process_virtual_memory_bytes",
                "Virtual memory size in bytes.",
            ),
        }
    }

    fn update(&self, process: &Process) -> ProcResult<()> {
        let stat = process.stat()?;
        let ticks = ticks_per_second();
        let cpu_seconds = (stat.utime + stat.stime) / ticks;
        // Two readers may arrive at the same time, and the other one may have counted already.
        let counted = self.cpu_seconds.get();
        self.cpu_seconds.inc_by(cpu_seconds.saturating_sub(counted));
        self.resident_memory.set((stat.rss * page_size()) as i64);
        self.virtual_memory.set(stat.vsize as i64);
        self.threads.set(stat.num_threads);
        self.open_fds.set(process.fd_count()? as i64);
        if let LimitValue::Value(most) = process.limits()?.max_open_files.soft_limit {
            self.max_fds.set(most as i64);
        }
        let start_time = boot_time_secs()? + stat.starttime / ticks;
        self.start_time.set(start_time as i64);
        Ok(())
    }
}
