//! From a configuration to threads that serve, and their end.

use std::future::pending;
use std::io::{self, Write as _};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::select;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::accept::listen::{self, ADMIN, HTTP, HTTPS, Inherited};
use crate::accept::{Acceptor, Admission};
use crate::answer::redirect::Redirect;
use crate::answer::table::Table;
use crate::config::{Config, Plain};
use crate::connection::certificate::Tls;
use crate::observe::admin::Health;
use crate::observe::{log, metrics};
use crate::protocol::Site;
use crate::system;

/// Serves until a signal, and for `--drain-seconds` more; then accepts no more, closes what is idle, and finishes what is in
/// flight within the time that the configuration gives, or until a second signal.
pub async fn run(mut config: Config, table: &'static Table, commit: &str) -> Result<(), String> {
    let _log = log::start(config.log);
    // Handle signals before printing the address: its reader may send one at once.
    let mut signal = system::signals()?;
    let tls = match (&config.tls_certificate, &config.tls_key) {
        (Some(certificate), Some(key)) => Some(Tls::read(certificate, key)?),
        _ => None,
    };
    if let Some(tls) = &tls {
        tokio::spawn(system::reload(Arc::clone(tls))?);
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = config.threads.map_or_else(cores, usize::from);
    config.limits.connections = listen::files_for(config.limits.connections, threads);
    metrics::start(&config.limits, commit, table.digest);
    let listening = listen(&config, tls.as_ref()).await?;

    let (mut serving, mut handles) = (JoinSet::new(), Vec::new());
    for _ in 0..threads {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| {
            format!("cannot start a thread: {error}; raise the limits on open files and memory")
        })?;
        handles.push(runtime.handle().clone());
        serving.spawn_blocking(move || runtime.block_on(pending::<()>()));
    }
    let (leaving, ending) = (CancellationToken::new(), CancellationToken::new());
    let health = Health {
        threads: handles.clone(),
        leaving: leaving.clone(),
    };
    for listener in listening.admin {
        tokio::spawn(health.clone().serve(listener));
    }
    let admission = Arc::new(Admission::default());
    let acceptor = Arc::new(Acceptor {
        site: Arc::new(Site {
            limits: config.limits.clone(),
            table,
            redirect: listening.redirect,
            draining: OnceLock::new(),
        }),
        tls,
        admission: Arc::clone(&admission),
        threads: handles,
        given: Default::default(),
        connections: Default::default(),
        ending: ending.clone(),
    });
    tokio::spawn(async move { admission.watch().await });
    let mut accepting = JoinSet::new();
    for (listener, is_encrypted) in listening.site {
        accepting.spawn(Arc::clone(&acceptor).accept(listener, is_encrypted));
    }
    system::notify(&[NotifyState::Ready]);

    let died = "a thread that serves has died, for the reason above";
    select! {
        _ = serving.join_next() => return Err(died.to_owned()),
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
    let drained = async {
        accepting.join_all().await;
        acceptor.drain().await;
    };
    select! {
        biased;
        () = drained => {}
        _ = serving.join_next() => return Err(died.to_owned()),
        () = signal() => warn!("cut the connections still open at a second signal"),
        () = out_of_time => warn!(
            "cut the connections still open {seconds} s after the listeners closed; --shutdown-seconds gives them longer"
        ),
    }
    Ok(())
}

/// What is listened on.
struct Listening {
    /// Each with whether it is for TLS.
    site: Vec<(TcpListener, bool)>,
    admin: Vec<TcpListener>,
    redirect: Option<Redirect>,
}

/// Listens on every address of the configuration, and prints them.
async fn listen(config: &Config, tls: Option<&Arc<Tls>>) -> Result<Listening, String> {
    let mut inherited = Inherited::take()?;
    let (address, plain) = inherited.listeners(HTTP, config.addr).await?;
    let mut lines = format!("Listening on http://{address}\n");
    let mut site: Vec<_> = plain.into_iter().map(|plain| (plain, false)).collect();
    let (mut admin, mut redirect) = (Vec::new(), None);
    if let Some(tls) = tls {
        let (address, encrypted) = inherited.listeners(HTTPS, config.tls_addr).await?;
        site.extend(encrypted.into_iter().map(|encrypted| (encrypted, true)));
        lines += &format!("Listening on https://{address}\n");
        let tls = Arc::clone(tls);
        redirect = (config.plain != Some(Plain::Serve)).then(|| Redirect {
            is_ours: Box::new(move |host| tls.current().names(host)),
            port: config.redirect_port.unwrap_or(address.port()),
        });
    } else if inherited.has(HTTPS) {
        return Err(
            "expected --tls-certificate and --tls-key for the socket named https, found neither; \
             give both, or take the socket away"
                .to_owned(),
        );
    }
    if config.admin.is_some() || inherited.has(ADMIN) {
        let wanted = config.admin.unwrap_or(config.addr);
        let address;
        (address, admin) = inherited.listeners(ADMIN, wanted).await?;
        lines += &format!("Health and metrics on http://{address}\n");
    }
    // A closed standard output is no reason not to serve.
    _ = io::stdout().write_all(lines.as_bytes());
    Ok(Listening {
        site,
        admin,
        redirect,
    })
}
