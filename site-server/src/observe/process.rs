//! Metrics of the process: processor time, memory, open files and threads, from Linux.
//!
//! Names and help texts match Prometheus' own clients, which dashboards recognize.

use std::fs;
use std::sync::LazyLock;

use prometheus::{IntCounter, IntGauge, register_int_counter, register_int_gauge};
use rlimit::Resource;
use rustix::param::{clock_ticks_per_second, page_size};

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

/// Updates all values. A value that Linux doesn't report stays unchanged.
pub fn update() {
    _ = METRICS.update();
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

    fn update(&self) -> Option<()> {
        let status = Status::read()?;
        let ticks = clock_ticks_per_second();
        let cpu_seconds = status.cpu_ticks / ticks;
        // Two readers may arrive at the same time, and the other one may have counted already.
        let counted = self.cpu_seconds.get();
        self.cpu_seconds.inc_by(cpu_seconds.saturating_sub(counted));
        let page_size = page_size() as u64;
        self.resident_memory
            .set((status.resident_pages * page_size) as i64);
        self.virtual_memory.set(status.virtual_bytes as i64);
        self.threads.set(status.threads as i64);
        self.open_fds
            .set(fs::read_dir("/proc/self/fd").ok()?.count() as i64);
        let (most, _) = rlimit::getrlimit(Resource::NOFILE).ok()?;
        if most != rlimit::INFINITY {
            self.max_fds.set(most as i64);
        }
        let start_time = boot_time()? + status.start_ticks / ticks;
        self.start_time.set(start_time as i64);
        Some(())
    }
}

/// What Linux reports about this process.
#[derive(Debug, PartialEq)]
struct Status {
    /// Time on a processor, for the process and for the system on its behalf.
    cpu_ticks: u64,
    threads: u64,
    /// The start, counted from the start of the system.
    start_ticks: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Status {
    fn read() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Reads `/proc/self/stat`, whose fields proc(5) numbers from 1. The second is the name in parentheses, and can contain spaces and
    /// parentheses.
    fn parse(stat: &str) -> Option<Self> {
        let (_, after_name) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            cpu_ticks: field(14)? + field(15)?,
            threads: field(20)?,
            start_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

/// The start of the system, in seconds since 1970.
fn boot_time() -> Option<u64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let line = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    line.trim().parse().ok()
}
