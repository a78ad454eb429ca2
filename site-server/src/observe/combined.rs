//! The Combined Log Format for programs such as GoAccess, with `-` for fields that aren't logged.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::time::SystemTime;

use super::request::Logged;

/// The mark of a prefetch. The site has no users who log in, and every reader of the format accepts any name in their field.
const PREFETCH: &str = "prefetch";

/// The line for a response.
pub fn line(request: &Logged, protocol: &str, status: u16, bytes: usize) -> String {
    let user = if request.is_prefetch { PREFETCH } else { "-" };
    let mut line = beginning(request.client, user);
    let method = escaped(&request.method);
    let path = escaped(&request.path);
    _ = write!(line, " \"{method} {path} {protocol}\" {status} {bytes}");
    match &request.referrer {
        // Log readers expect an address.
        Some(host) => _ = write!(line, " \"https://{}/\"", escaped(host)),
        None => line += " \"-\"",
    }
    let user_agent = request.user_agent.as_deref().unwrap_or("-");
    _ = write!(line, " \"{}\"", escaped(user_agent));
    line
}

/// The line for an unreadable request.
pub fn refusal(client: Option<IpAddr>, status: u16) -> String {
    let beginning = beginning(client, "-");
    format!("{beginning} \"-\" {status} 0 \"-\" \"-\"")
}

/// The client, the user and the time.
fn beginning(client: Option<IpAddr>, user: &str) -> String {
    let client = match client {
        Some(client) => client.to_string(),
        None => "-".to_owned(),
    };
    format!("{client} - {user} [{}]", time())
}

/// The time as `06/Nov/1994:08:49:37 +0000`.
fn time() -> String {
    // `Sun, 06 Nov 1994 08:49:37 GMT`
    let date = httpdate::fmt_http_date(SystemTime::now());
    let mut words = date.split(' ').skip(1);
    let mut word = || words.next().unwrap_or_default();
    format!("{}/{}/{}:{} +0000", word(), word(), word(), word())
}

/// Escapes a text so that it can't end its field or line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '"' || character == '\\' {
            escaped.push('\\');
            escaped.push(character);
        } else if character.is_control() {
            _ = write!(escaped, "\\x{:02x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::{Logged, escaped, line};

    #[test]
    fn a_field_ends_where_the_format_says() {
        assert_eq!(
            escaped("a \"b\" \\ \u{9b}\n"),
            "a \\\"b\\\" \\\\ \\x9b\\x0a"
        );
        let request = Logged {
            client: None,
            method: "GET".to_owned(),
            path: "/fees".to_owned(),
            user_agent: None,
            referrer: Some("search.example".to_owned()),
            request_id: None,
            is_prefetch: true,
        };
        let line = line(&request, "HTTP/2", 200, 7);
        assert!(line.starts_with("- - prefetch ["), "{line}");
        let end = " +0000] \"GET /fees HTTP/2\" 200 7 \"https://search.example/\" \"-\"";
        assert!(line.ends_with(end), "{line}");
    }
}
