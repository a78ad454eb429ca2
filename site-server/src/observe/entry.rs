//! A log entry in any form.

use std::net::IpAddr;

use http::StatusCode;
use tracing::info;

use super::log::REQUESTS;
use super::request::Logged;
use super::{Exchange, combined, log};
use crate::config::LogForm;

/// Logs the response to a request.
pub fn answered(request: &Logged, exchange: &Exchange, seconds: f64) {
    let protocol = exchange.protocol.name();
    if log::form() == LogForm::Combined {
        let status = exchange.status.as_u16();
        let line = combined::line(request, protocol, status, exchange.bytes);
        info!(target: REQUESTS, "{line}");
        return;
    }
    info!(
        target: REQUESTS,
        client = request.client.map(tracing::field::display),
        method = request.method,
        target = request.path,
        protocol,
        status = exchange.status.as_u16(),
        bytes = exchange.bytes,
        duration = seconds,
        referrer = request.referrer,
        user_agent = request.user_agent,
        request_id = request.request_id,
        // Left out of all other entries.
        prefetch = request.is_prefetch.then_some(true),
    );
}

/// Logs the refusal of an unreadable request.
pub fn refused(client: IpAddr, status: StatusCode) {
    if !log::is_on() {
        return;
    }
    let client = log::keeps_addresses().then_some(client);
    let status = status.as_u16();
    if log::form() == LogForm::Combined {
        let line = combined::refusal(client, status);
        info!(target: REQUESTS, "{line}");
    } else {
        let client = client.map(tracing::field::display);
        info!(target: REQUESTS, client, status, bytes = 0, duration = 0.0);
    }
}
