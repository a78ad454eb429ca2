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

use crate::accept::listen::{self, Inherited};
use crate::accept::{Kind, Worker};
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
    // Handlers before the address is printed: whoever reads it may send a signal at once.
    let mut signal = system::signals()?;
    let tls = tls(&config)?;
    if let Some(tls) = &tls {
        tokio::spawn(system::reload(Arc::clone(tls))?);
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.map_or_else(cores, usize::from);
    config.limits.connections = listen::files_for(config.limits.connections, threads);
    metrics::start(&config.limits, commit, table.digest);
    let (listeners, admin) = listen(&config, tls.as_ref(), threads)?;
    let (leaving, ending) = (CancellationToken::new(), CancellationToken::new());
    let pulse = Pulse::of(threads);
    let worker = Worker {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
        }),
        admission: Arc::default(),
        leaves_gently: config.share_port && !listen::migrate(),
        ending: ending.clone(),
        stopped: Arc::new(Barrier::new(threads)),
        connections: TaskTracker::new(),
        draining: CancellationToken::new(),
    };
    let mut serving = JoinSet::new();
    for (at, listeners) in listeners.into_iter().enumerate() {
        let (pulse, worker) = (Arc::clone(&pulse), worker.clone());
        let serve = move || {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            runtime.spawn(async move { pulse.beat(at).await });
            runtime.block_on(worker.run(listeners))
        };
        let (end, ended) = oneshot::channel();
        let thread = thread::Builder::new().name("serve".to_owned());
        thread.spawn(move || end.send(serve())).map_err(|error| {
            format!("cannot start a thread: {error}; raise the limits on processes and memory")
        })?;
        serving.spawn(ended);
    }
    drop(worker);
    for listener in admin {
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

/// For each thread its listeners and what each is for.
type Listeners = Vec<Vec<(TcpListener, Kind)>>;

/// Listens on every address of the configuration, and prints them.
fn listen(
    config: &Config,
    tls: Option<&Arc<Tls>>,
    threads: usize,
) -> Result<(Listeners, Vec<TcpListener>), String> {
    let mut inherited = Inherited::take()?;
    if tls.is_none() && inherited.has(listen::HTTPS) {
        return Err(
            "expected --tls-certificate and --tls-key for the socket named https, found neither; \
             give both, or take the socket away"
                .to_owned(),
        );
    }
    let mut bind =
        |name, flag, address| inherited.listeners(name, flag, address, threads, config.share_port);
    let (address, plain) = bind(listen::HTTP, "--addr", config.addr)?;
    let mut lines = format!("Listening on http://{address}\n");
    let mut kind = Kind::Plain;
    let mut listeners = Listeners::new();
    listeners.resize_with(threads, Vec::new);
    let mut share = |sockets: Vec<Vec<TcpListener>>, kind: &Kind| {
        for (listeners, sockets) in listeners.iter_mut().zip(sockets) {
            listeners.extend(sockets.into_iter().map(|socket| (socket, kind.clone())));
        }
    };
    if let Some(tls) = tls {
        let (address, encrypted) = bind(listen::HTTPS, "--tls-addr", config.tls_addr)?;
        lines += &format!("Listening on https://{address}\n");
        share(encrypted, &Kind::Tls(Arc::clone(tls)));
        if config.plain != Some(Plain::Serve) {
            let tls = Arc::clone(tls);
            kind = Kind::Redirect(Arc::new(Redirect {
                is_ours: Box::new(move |host| tls.current().names(host)),
                port: config.redirect_port.unwrap_or(address.port()),
            }));
        }
    }
    share(plain, &kind);
    let mut admin = Vec::new();
    if config.admin.is_some() || inherited.has(listen::ADMIN) {
        let wanted = config.admin.unwrap_or(config.addr);
        let (address, own) = inherited.listeners(listen::ADMIN, "--admin", wanted, 1, false)?;
        lines += &format!("Health and metrics on http://{address}\n");
        admin = own.into_iter().flatten().collect();
    }
    // A closed standard output is no reason not to serve.
    _ = io::stdout().write_all(lines.as_bytes());
    Ok((listeners, admin))
}
