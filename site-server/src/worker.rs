//! One thread's part: it accepts connections, keeps its clock, and lets go of those whose time is over.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use http::Method;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::config::Config;
use crate::connection::Connection;
use crate::http1::{self, Output};
use crate::log::Log;
use crate::metrics::{Limit, Metrics};
use crate::redirect::Redirect;
use crate::session::Session;
use crate::sockets;
use crate::table::{Prepared, Table};
use crate::tls::Tls;

pub struct Worker {
    pub config: Arc<Config>,
    pub table: &'static Table,
    pub metrics: Arc<Metrics>,
    shared: Arc<Shared>,
    log: Option<Log>,
    started: Instant,
    /// Milliseconds since the start.
    clock: AtomicU64,
    closing: AtomicBool,
    connections: Mutex<Vec<Weak<Connection>>>,
}

/// What those meet who come by a listener.
#[derive(Clone)]
pub enum Entrance {
    Plain,
    Redirect(Arc<Redirect>),
    Tls(Arc<Tls>),
}

impl Entrance {
    fn session(&self) -> Result<Option<Box<Session>>, rustls::Error> {
        match self {
            Entrance::Tls(tls) => Session::new(&tls.current()).map(Box::new).map(Some),
            _ => Ok(None),
        }
    }

    fn redirect(&self) -> Option<Arc<Redirect>> {
        match self {
            Entrance::Redirect(redirect) => Some(Arc::clone(redirect)),
            _ => None,
        }
    }
}

/// What all threads count together.
#[derive(Default)]
pub struct Shared {
    /// Whether a listener that is closed would take with it connections that another could serve.
    leaves_gently: bool,
    open: AtomicUsize,
    /// Threads that still listen.
    listening: AtomicUsize,
    /// Of those addresses only whose connections are limited.
    addresses: Mutex<HashMap<IpAddr, usize>>,
}

/// How exact times are.
const TICK: Duration = Duration::from_millis(250);
/// At the end, when somebody waits.
pub const LAST_TICK: Duration = Duration::from_millis(20);
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);
/// How long a client may take to answer the system's part of a handshake, of TCP, when the listener is about to be closed.
const LEAVING: Duration = Duration::from_millis(300);
/// How long a connection that stays idle may send one more request after the end was called: one that is on its way is
/// answered, and the client is told to close.
pub const DRAIN: Duration = Duration::from_secs(1);

impl Worker {
    pub fn new(
        config: Arc<Config>,
        table: &'static Table,
        shared: Arc<Shared>,
        log: Option<Log>,
    ) -> Arc<Self> {
        shared.listening.fetch_add(1, Ordering::Relaxed);
        Arc::new(Worker {
            config,
            table,
            metrics: Arc::default(),
            shared,
            log,
            started: Instant::now(),
            clock: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            connections: Mutex::default(),
        })
    }

    /// Milliseconds, as of the last tick.
    pub fn now(&self) -> u64 {
        self.clock.load(Ordering::Relaxed)
    }

    /// Whether each response is the last of its connection.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Counts and logs a response.
    pub fn answered(&self, address: IpAddr, method: &Method, target: &str, status: u16) {
        self.metrics.response(status);
        self.log(address, Some((method, target)), status);
    }

    /// Counts and logs a response to what could not be read as a request.
    pub fn refused(&self, address: IpAddr, answer: &Prepared) {
        let status = answer.status.as_u16();
        self.metrics.response(status);
        self.log(address, None, status);
    }

    fn log(&self, address: IpAddr, request: Option<(&Method, &str)>, status: u16) {
        if let Some(log) = &self.log
            && !log.write(address, request, status)
        {
            self.metrics.unlogged.add(1);
        }
    }

    /// Serves until `closing` says so, and then until the last connection has ended.
    pub async fn run(
        self: Arc<Self>,
        doors: Vec<(TcpListener, Entrance)>,
        closing: watch::Receiver<bool>,
    ) {
        http1::tick();
        let clock = tokio::spawn({
            let worker = Arc::clone(&self);
            async move {
                let mut ticks = interval(TICK);
                ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
                loop {
                    ticks.tick().await;
                    worker.tick(|connection| connection.is_late());
                }
            }
        });
        let mut accepting = JoinSet::new();
        for (listener, entrance) in doors {
            let worker = Arc::clone(&self);
            accepting.spawn(worker.accept(listener, entrance, closing.clone()));
        }
        accepting.join_all().await;
        self.shared.listening.fetch_sub(1, Ordering::Relaxed);
        clock.abort();
        let mut end = Instant::now();
        while self.tick(|connection| {
            connection.is_late() || end.elapsed() > DRAIN && connection.is_idle(DRAIN)
        }) > 0
        {
            // A client that is told to close comes back at once, and must not find a thread that is about to stop.
            if !self.is_closing() && self.shared.listening.load(Ordering::Relaxed) == 0 {
                self.closing.store(true, Ordering::Relaxed);
                end = Instant::now();
            }
            sleep(LAST_TICK).await;
        }
    }

    /// Accepts connections until `closing` says so.
    async fn accept(
        self: Arc<Self>,
        listener: TcpListener,
        entrance: Entrance,
        mut closing: watch::Receiver<bool>,
    ) {
        let passed_on = closing.clone();
        loop {
            tokio::select! {
                biased;
                () = called(&mut closing) => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.admit(stream, peer.ip(), &entrance, &passed_on),
                    // Out of file descriptors, or a client that has gone already. Trying again at once would spin.
                    Err(_) => sleep(ACCEPT_PAUSE).await,
                },
            }
        }
        if self.shared.leaves_gently && sockets::admit_nobody_new(&listener).is_ok() {
            // Handshakes that have begun come to their end.
            let last = async {
                loop {
                    if let Ok((stream, peer)) = listener.accept().await {
                        self.admit(stream, peer.ip(), &entrance, &passed_on);
                    }
                }
            };
            _ = timeout(LEAVING, last).await;
        }
        // Those that the system has accepted already.
        while let Ok(Ok((stream, peer))) = timeout(Duration::ZERO, listener.accept()).await {
            self.admit(stream, peer.ip(), &entrance, &passed_on);
        }
    }

    /// Serves a connection, unless it is one too many.
    fn admit(
        self: &Arc<Self>,
        stream: TcpStream,
        address: IpAddr,
        entrance: &Entrance,
        closing: &watch::Receiver<bool>,
    ) {
        let Err(limit) = self.shared.open(address, &self.config) else {
            self.metrics.accepted.add(1);
            let Ok(session) = entrance.session() else {
                return self.closed(address);
            };
            let redirect = entrance.redirect();
            let (connection, input) =
                Connection::new(stream, Arc::clone(self), address, session, redirect);
            self.connections().push(Arc::downgrade(&connection));
            tokio::spawn(http1::serve(connection, input, closing.clone()));
            return;
        };
        self.metrics.limit(limit);
        if matches!(entrance, Entrance::Tls(_)) {
            // To say more would take a handshake.
            return;
        }
        let answer = &self.table.fixed.unavailable;
        self.refused(address, answer);
        if let Some(output) = Output::refusal(answer) {
            // Once, and whatever becomes of it: nothing more is spent on this one.
            _ = output.send_at_once(stream);
        }
    }

    /// A connection has ended.
    pub fn closed(&self, address: IpAddr) {
        self.metrics.closed.add(1);
        self.shared.close(address, &self.config);
    }

    /// Reads the clock, and ends the connections that are over; how many there are.
    fn tick(&self, is_over: impl Fn(&Connection) -> bool) -> usize {
        let now = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.clock.store(now, Ordering::Relaxed);
        http1::tick();
        let mut connections = self.connections();
        connections.retain(|connection| match connection.upgrade() {
            Some(connection) => {
                if is_over(&connection) {
                    connection.let_go();
                }
                true
            }
            None => false,
        });
        let left = connections.len();
        connections.shrink_to(left * 2);
        left
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Weak<Connection>>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    pub fn new(leaves_gently: bool) -> Self {
        Shared {
            leaves_gently,
            ..Shared::default()
        }
    }

    fn open(&self, address: IpAddr, config: &Config) -> Result<(), Limit> {
        if self.open.fetch_add(1, Ordering::Relaxed) >= config.limits.connections {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return Err(Limit::Connections);
        }
        let most = config.limits.for_address(address);
        if most < usize::MAX {
            let mut addresses = self.addresses();
            let of_address = addresses.entry(network(address)).or_default();
            if *of_address >= most {
                self.open.fetch_sub(1, Ordering::Relaxed);
                return Err(Limit::ConnectionsPerAddress);
            }
            *of_address += 1;
        }
        Ok(())
    }

    fn close(&self, address: IpAddr, config: &Config) {
        self.open.fetch_sub(1, Ordering::Relaxed);
        if config.limits.for_address(address) < usize::MAX {
            let mut addresses = self.addresses();
            let network = network(address);
            let left = addresses
                .get(&network)
                .map_or(0, |count| count.saturating_sub(1));
            match left {
                0 => _ = addresses.remove(&network),
                left => _ = addresses.insert(network, left),
            }
        }
    }

    fn addresses(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.addresses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who has one address of IPv6 has the whole /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

/// Completes when the end is called.
pub async fn called(closing: &mut watch::Receiver<bool>) {
    // Without a caller nobody waits for the end either.
    _ = closing.wait_for(|closing| *closing).await;
}
