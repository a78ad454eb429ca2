use super::{Check, Report, Rule};
use crate::diagnostic::{Diagnostic, Severity};
use crate::fix::Fix;
use crate::link::{addresses, corrected, parts};
use crate::load::{File, Tree};
use std::net::{IpAddr, Ipv4Addr};

pub static RULE: Rule = Rule {
    code: "link/private",
    severity: Severity::Error,
    summary: "A link leads to somebody's own machine or network: localhost, a private address, a file.",
    why: "It works for whoever wrote it and for nobody else.",
    bad: "content/articles/market-drop.mdx\nSee [our fees](http://localhost:4321/fees).",
    good: "content/articles/market-drop.mdx\nSee [our fees](/fees).",
    checks: &[Check::File(check)],
};

fn check(file: &File, tree: &Tree, report: &mut Report) {
    for address in addresses(file) {
        let Some(what) = private(address.text.trim()) else {
            continue;
        };
        let own = address.text.split_once("://").filter(|_| what == MACHINE);
        let path = own.and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
        let mended = corrected(address.text, file, tree);
        let fix =
            mended.and_then(|to| Fix::instead(file, address.place.clone(), address.text, &to));
        report.cause(
                Diagnostic::at(file, address.place.clone(), format!("this leads to {what}"))
                    .expected("an address that everybody can reach")
                    .found(format!("`{}`", address.text.trim()))
                    .help(match path {
                        Some(path) => format!("For a page of this site write its path: {path}"),
                        None => "Write the public address: a page of this site by its path, such as /fees, another site with https://.".to_owned(),
                    })
                    .fix(fix),
                address.place,
            );
    }
}

const MACHINE: &str = "the writer's own machine";
const NETWORK: &str = "a private network";
const FILE: &str = "a file on the writer's own machine";

/// What a link leads to that nobody else can reach.
fn private(address: &str) -> Option<&'static str> {
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("file:")
        || lower.starts_with("\\\\")
        || lower.as_bytes().get(1) == Some(&b':')
    {
        return Some(FILE);
    }
    if lower.starts_with("localhost") {
        return Some(MACHINE);
    }
    let (_, _, host) = parts(&lower)?;
    let host = host.trim_end_matches('.');
    if host == "localhost" || host.ends_with(".localhost") {
        return Some(MACHINE);
    }
    let named = [".local", ".internal", ".lan", ".intranet", ".home.arpa"];
    if named.iter().any(|ending| host.ends_with(ending)) {
        return Some(NETWORK);
    }
    match host.parse().ok()? {
        IpAddr::V4(ip) => private_ip(ip),
        IpAddr::V6(ip) if ip.is_loopback() || ip.is_unspecified() => Some(MACHINE),
        IpAddr::V6(ip) if ip.is_unique_local() || ip.is_unicast_link_local() => Some(NETWORK),
        IpAddr::V6(ip) => private_ip(ip.to_ipv4_mapped()?),
    }
}

fn private_ip(ip: Ipv4Addr) -> Option<&'static str> {
    if ip.is_loopback() || ip.is_unspecified() {
        Some(MACHINE)
    } else {
        (ip.is_private() || ip.is_link_local()).then_some(NETWORK)
    }
}

#[cfg(test)]
mod tests {
    use super::private;

    #[test]
    fn only_what_nobody_else_reaches_is_private() {
        for address in [
            "http://localhost:4321/fees",
            "https://LOCALHOST/",
            "http://127.0.0.1:8080",
            "http://0.0.0.0/",
            "http://[::1]:3000/a",
            "https://192.168.1.10/",
            "https://10.0.0.1",
            "https://172.20.1.1/",
            "https://printer.local/",
            "file:///home/alex/fees.html",
            "c:\\Users\\Alex\\fees.docx",
            "\\\\server\\share",
            "localhost:4321/fees",
        ] {
            assert!(private(address).is_some(), "{address}");
        }
        for address in [
            "https://www.irs.gov/localhost",
            "https://localhost.example.com/",
            "https://172.32.0.1/",
            "https://11.0.0.1/",
            "https://www.tulsalocal.com/",
        ] {
            assert!(private(address).is_none(), "{address}");
        }
    }
}
