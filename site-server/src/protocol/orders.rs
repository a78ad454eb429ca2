//! Orders to a connection: from the watcher, or from a new connection that needs its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use atomic_waker::AtomicWaker;

/// The orders for one connection, which waits for them in one task. Checking for orders takes no lock, because it happens whenever the
/// connection does something.
#[derive(Default)]
pub struct Orders {
    is_dismissed: AtomicBool,
    /// HTTP/2: tell the peer that its connection accepts no more requests. Can happen more than once.
    says_goaway: AtomicBool,
    task: AtomicWaker,
}

impl Orders {
    /// Orders the connection to end.
    pub fn dismiss(&self) {
        self.is_dismissed.store(true, Ordering::Release);
        self.task.wake();
    }

    pub fn is_dismissed(&self) -> bool {
        self.is_dismissed.load(Ordering::Acquire)
    }

    /// Orders the connection to tell the peer to send no more requests.
    pub fn say_goaway(&self) {
        self.says_goaway.store(true, Ordering::Release);
        self.task.wake();
    }

    /// Ready when the connection should end. Its task must poll this again whenever it wakes.
    pub fn poll_dismissed(&self, context: &mut Context<'_>) -> Poll<()> {
        // Register first, so that an order in between wakes the task.
        self.task.register(context.waker());
        if self.is_dismissed() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    /// Takes the order to tell the peer. [`Orders::poll_dismissed`] also wakes the task for it.
    pub fn take_goaway(&self) -> bool {
        // A load is cheaper than a swap, and there is nearly always no order.
        self.says_goaway.load(Ordering::Acquire) && self.says_goaway.swap(false, Ordering::AcqRel)
    }
}
