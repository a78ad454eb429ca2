//! From a configuration to threads that serve, and their end.

use std::io::{self, Write as _};
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::runtime::Builder;
use tokio::select;
use tokio::sync::{Barrier, oneshot};
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use crate::accept::Worker;
use crate::accept::listen::{self, ADMIN, HTTP, HTTPS, Inherited};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Tls;
use crate::observe::admin::{self, Pulse};
use crate::observe::{log, metrics};
use crate::protocol::Site;
use crate::system;

/// Serves until a signal, and for `--drain-seconds` more; then accepts no more, closes what is idle, and finishes what is in
/// flight within the time that the configuration gives, or until a second signal.
pub async fn run(mut config: Config, table: &'static Table, commit: &str) -> Result<(), String> {
    let _log = log::start(config.log);
    // Handle signals before printing the address: its reader may send one at once.
    let mut signal = system::signals()?;
    let tls = tls(&config)?;
    if let Some(tls) = &tls {
        tokio::spawn(system::reload(Arc::clone(tls))?);
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.map_or_else(cores, usize::from);
    config.limits.connections = listen::files_for(config.limits.connections, threads);
    metrics::start(&config.limits, commit, table.digest);
    let listening = listen(&config, tls.as_ref(), threads)?;
    let (leaving, ending) = (CancellationToken::new(), CancellationToken::new());
    let pulse = Pulse::of(threads);
    let worker = Worker {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
            redirect: listening.redirect,
        }),
        tls,
        admission: Arc::default(),
        leaves_gently: config.share_port && !listen::migrate(),
        ending: ending.clone(),
        stopped: Arc::new(Barrier::new(threads)),
        connections: TaskTracker::new(),
        draining: CancellationToken::new(),
    };
    let (mut serving, mut encrypted) = (JoinSet::new(), listening.encrypted.into_iter());
    for (at, plain) in listening.plain.into_iter().enumerate() {
        let (pulse, worker) = (Arc::clone(&pulse), worker.clone());
        let encrypted = encrypted.next().unwrap_or_default();
        let serve = move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.spawn(async move { pulse.beat(at).await });
            runtime.block_on(worker.run(plain, encrypted))
        };
        let (end, ended) = oneshot::channel();
        let thread = thread::Builder::new().name("serve".to_owned());
        thread.spawn(move || end.send(serve())).map_err(|error| {
            format!("cannot start a thread: {error}; raise the limits on processes and memory")
        })?;
        serving.spawn(ended);
    }
    drop(worker);
    for listener in listening.admin {
        let listener = tokio::net::TcpListener::from_std(listener)
            .map_err(|error| format!("cannot serve --admin: {error}; try again"))?;
        tokio::spawn(admin::serve(listener, Arc::clone(&pulse), leaving.clone()));
    }
    system::notify(&[NotifyState::Ready]);

    // A thread that dies leaves its connections and its part of the listeners to nobody.
    let mut all_ended = pin!(async {
        while let Some(Ok(ended)) = serving.join_next().await {
            match ended {
                Ok(result) => {
                    result.map_err(|error| format!("cannot serve: {error}; try again"))?
                }
                Err(_) => return Err("a thread that serves has died, for the reason above".into()),
            }
        }
        Ok(())
    });
    select! {
        result = &mut all_ended => return result,
        () = signal() => {}
    }
    system::notify(&[NotifyState::Stopping]);
    leaving.cancel();
    let time = async |seconds: u32| sleep(Duration::from_secs(seconds.into())).await;
    let seconds = config.limits.shutdown_seconds;
    let out_of_time = async {
        time(config.limits.drain_seconds).await;
        ending.cancel();
        time(seconds).await;
    };
    select! {
        biased;
        result = all_ended => return result,
        () = signal() => warn!("cut the connections still open at a second signal"),
        () = out_of_time => warn!(
            "cut the connections still open {seconds} s after the listeners closed; --shutdown-seconds gives them longer"
        ),
    }
    Ok(())
}

fn tls(config: &Config) -> Result<Option<Arc<Tls>>, String> {
    match (&config.tls_certificate, &config.tls_key) {
        (Some(certificate), Some(key)) => Tls::read(certificate, key).map(Some),
        _ if config.plain == Some(Plain::Redirect) => Err(
            "expected --tls-certificate and --tls-key with --plain redirect, found neither; \
             give both, or let --plain serve the site"
                .to_owned(),
        ),
        _ => Ok(None),
    }
}

/// What is listened on, for each thread where threads share it.
struct Listening {
    plain: Vec<Vec<TcpListener>>,
    encrypted: Vec<Vec<TcpListener>>,
    admin: Vec<TcpListener>,
    redirect: Option<Redirect>,
}

/// Listens on every address of the configuration, and prints them.
fn listen(config: &Config, tls: Option<&Arc<Tls>>, threads: usize) -> Result<Listening, String> {
    let mut inherited = Inherited::take()?;
    if tls.is_none() && inherited.has(HTTPS) {
        return Err(
            "expected --tls-certificate and --tls-key for the socket named https, found neither; \
             give both, or take the socket away"
                .to_owned(),
        );
    }
    let share = config.share_port;
    let (address, plain) = inherited.listeners(HTTP, config.addr, threads, share)?;
    let mut lines = format!("Listening on http://{address}\n");
    let (mut encrypted, mut admin, mut redirect) = (Vec::new(), Vec::new(), None);
    if let Some(tls) = tls {
        let address;
        (address, encrypted) = inherited.listeners(HTTPS, config.tls_addr, threads, share)?;
        lines += &format!("Listening on https://{address}\n");
        let tls = Arc::clone(tls);
        redirect = (config.plain != Some(Plain::Serve)).then(|| Redirect {
            is_ours: Box::new(move |host| tls.current().names(host)),
            port: config.redirect_port.unwrap_or(address.port()),
        });
    }
    if config.admin.is_some() || inherited.has(ADMIN) {
        let wanted = config.admin.unwrap_or(config.addr);
        let (address, own) = inherited.listeners(ADMIN, wanted, 1, false)?;
        lines += &format!("Health and metrics on http://{address}\n");
        admin = own.into_iter().flatten().collect();
    }
    // A closed standard output is no reason not to serve.
    _ = io::stdout().write_all(lines.as_bytes());
    Ok(Listening {
        plain,
        encrypted,
        admin,
        redirect,
    })
}
