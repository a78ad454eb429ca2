//! What a connection is told from outside: by the watcher, or for a new connection that wants its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use atomic_waker::AtomicWaker;

/// The orders for one connection, which waits for them in one task. Asking for them takes no lock, since that is done whenever the connection
/// has something to do.
#[derive(Default)]
pub struct Orders {
    is_dismissed: AtomicBool,
    /// HTTP/2: the peer must learn, once or more often, that its connection takes no more requests.
    says_goaway: AtomicBool,
    task: AtomicWaker,
}

impl Orders {
    /// Orders that it ends, for good.
    pub fn dismiss(&self) {
        self.is_dismissed.store(true, Ordering::Release);
        self.task.wake();
    }

    pub fn is_dismissed(&self) -> bool {
        self.is_dismissed.load(Ordering::Acquire)
    }

    /// Orders that the peer is told to send no more requests.
    pub fn say_goaway(&self) {
        self.says_goaway.store(true, Ordering::Release);
        self.task.wake();
    }

    /// Ready once the connection is to end; it has to be asked by its task again whenever that is woken.
    pub fn poll_dismissed(&self, context: &mut Context<'_>) -> Poll<()> {
        // Registered first: what is ordered in between wakes the task.
        self.task.register(context.waker());
        if self.is_dismissed() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// Takes the order that the peer is told, once after each; [`Orders::poll_dismissed`] wakes the task for it, too.
    pub fn take_goaway(&self) -> bool {
        // Read alone is less than a swap, and nearly always there is none.
        self.says_goaway.load(Ordering::Acquire) && self.says_goaway.swap(false, Ordering::AcqRel)
    }
}
