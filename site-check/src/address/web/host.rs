//! Hosts: whether a host can exist, and whether the public can reach it.

use super::decode::browser_address;
use super::form::FormError;
use super::{COPY, WebAddress, is_domain_of, starts_with};
use crate::load::pattern;
use regex::Regex;
use std::net::IpAddr;
use std::sync::LazyLock;

/// The most characters of a host, and of a part between its dots.
const LONGEST_HOST: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Endings that exist, each with mistyped forms that don't.
#[rustfmt::skip]
const MISTYPED_ENDINGS: &[(&str, &[&str])] = &[
    ("com", &["con", "cmo", "ocm", "comm", "coom", "ccom", "vom", "xom", "dom", "cpm", "copm", "cim", "clm", "cop", "coml", "comn", "ckm"]),
    ("gov", &["gob", "gvo", "ogv", "goc", "gpv", "giv", "gove", "govt", "goov", "ggov", "hov", "fov", "go", "gv"]),
    ("org", &["ogr", "rog", "orgg", "oorg", "orh", "orf", "irg", "ort", "prg", "orq", "og"]),
    ("net", &["nte", "ent", "ner", "nett", "het", "met", "nrt", "nwt"]),
    ("edu", &["eud", "ede", "edi", "eduu", "deu", "rdu", "edy"]),
];

/// Returns the mistake in a host, or `None` if the host can exist. `link/lookalike` reports letters of other alphabets.
pub fn host_error(host: &str) -> Option<FormError> {
    let trimmed = host.trim_end_matches('.');
    if trimmed.is_empty() {
        return Some(FormError::of(
            "this address has no host",
            "Write the site after https://, such as https://www.irs.gov.",
        ));
    }
    if !host.is_ascii() {
        return None;
    }
    if host.parse::<IpAddr>().is_ok() {
        let help = "Write the name of the site, such as www.irs.gov: a number can lead elsewhere tomorrow.";
        return Some(FormError::of(
            "this address has a number instead of the name of a site",
            help,
        ));
    }
    if host.contains("..") || host.starts_with('.') || host.ends_with('.') {
        let mut labels: Vec<&str> = host.split('.').collect();
        labels.retain(|label| !label.is_empty());
        let right = labels.join(".");
        let is_certain = right.contains('.') && host_error(&right).is_none();
        let error = FormError::of(
            "too many dots in the host of this address",
            format!("Write `{right}`."),
        );
        return Some(FormError {
            right: is_certain.then_some(right),
            ..error
        });
    }
    if let Some(wrong) = host
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-'))
    {
        return Some(character_error(host, wrong));
    }
    if let Some(label) = host
        .split('.')
        .find(|label| label.starts_with('-') || label.ends_with('-'))
    {
        return Some(FormError::of(
            format!("`{label}` begins or ends with a hyphen, which isn't allowed in a host"),
            COPY,
        ));
    }
    let longest = host.split('.').map(str::len).max().unwrap_or_default();
    if longest > LONGEST_LABEL || host.len() > LONGEST_HOST {
        return Some(FormError::of("the host of this address is too long", COPY));
    }
    ending_error(host).or_else(|| beginning_error(host))
}

/// Returns the mistake in the last part of a host.
fn ending_error(host: &str) -> Option<FormError> {
    let labels: Vec<&str> = host.split('.').collect();
    let ending = labels.last()?.to_lowercase();
    let is_punycode = ending.starts_with("xn--");
    if ending.len() < 2 || !(is_punycode || ending.chars().all(|c| c.is_ascii_alphabetic())) {
        let help = format!("No site's name ends with `.{ending}`. {COPY}");
        return Some(FormError::of("a site can't have this name", help));
    }
    for (meant, mistyped) in MISTYPED_ENDINGS {
        if mistyped.contains(&ending.as_str()) {
            let help = format!("No site's name ends with `.{ending}`. Did you mean `.{meant}`?");
            return Some(FormError::of("a site can't have this name", help));
        }
    }
    if labels.len() == 2 && labels[0].eq_ignore_ascii_case("www") {
        let help = format!("Write the whole name, such as `{host}.gov` or `{host}.com`. {COPY}");
        return Some(FormError::of("the name of this site has no ending", help));
    }
    None
}

/// Mistyped forms of `www` at the beginning of a host.
const MISTYPED_WWW: [&str; 9] = [
    "ww", "wwww", "wwwww", "http", "https", "vvww", "wvw", "wwe", "qww",
];

/// Returns the mistake in the first part of a host.
fn beginning_error(host: &str) -> Option<FormError> {
    let (first, rest) = host.split_once('.')?;
    let first = first.to_lowercase();
    let right = if let Some(name) = glued_name(host) {
        format!("www.{name}")
    } else if first == "www" && starts_with(rest, "www.") {
        rest.to_owned()
    } else if MISTYPED_WWW.contains(&first.as_str()) && rest.contains('.') {
        format!("www.{}", rest.trim_start_matches("www."))
    } else {
        return None;
    };
    Some(FormError::of(
        "the beginning of this site's name is mistyped",
        format!("Write `{right}` if that is the site. {COPY}"),
    ))
}

/// Returns the name after a `www` without a dot, as in `wwwirs.gov` and `www-irs.gov`.
fn glued_name(host: &str) -> Option<&str> {
    let name = host
        .strip_prefix("www-")
        .or_else(|| host.strip_prefix("www"))?;
    let is_name =
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.matches('.').count() == 1;
    (is_name && name.len() > "ab.gov".len()).then_some(name)
}

/// Returns the mistake of a character that a host can't have.
fn character_error(host: &str, wrong: char) -> FormError {
    let name = match wrong {
        ',' => "a comma",
        '_' => "an underscore",
        ' ' => "a space",
        _ => "a character",
    };
    let message = format!("{name} in the host of this address: `{wrong}`");
    let with_dot = host.replace(wrong, ".");
    let help = if matches!(wrong, ',' | ';' | ' ') && host_error(&with_dot).is_none() {
        format!("Write `{with_dot}` if that is the site.")
    } else {
        format!("A host has only letters, digits, hyphens and dots. {COPY}")
    };
    FormError::of(message, help)
}

/// A path on a computer, an address that only its browser knows, or the computer itself without a scheme.
static OWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:file:|smb:|afp:|nfs:|\\\\|localhost(?:[:/]|$)|127\.0\.0\.1(?:[:/]|$)|blob:|about:|chrome(?:-extension)?:|edge:|brave:|opera:|moz-extension:|safari-web-extension:|content:|res:|ms-settings:|[a-z]:[\\/][^/])|:\\",
    )
});

/// An ending of hosts in a local network, or an ending reserved for tests.
static LOCAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|\.)(?:localhost|local|localdomain|internal|lan|intranet|home|corp|private|test|invalid|home\.arpa)\.?$",
    )
});

/// Services that temporarily give some people access to a developer's computer.
const TUNNELS: &[&str] = &[
    "*.ngrok.io",
    "*.ngrok.app",
    "*.ngrok-free.app",
    "*.ngrok-free.dev",
    "*.trycloudflare.com",
    "*.loca.lt",
    "*.lhr.life",
    "*.app.github.dev",
    "*.githubpreview.dev",
    "*.gitpod.io",
    "*.devtunnels.ms",
    "*.sslip.io",
    "*.nip.io",
];

/// Returns true if an address leads to a file, a private computer or a local network.
pub fn is_private(address: &str) -> bool {
    if browser_address(address).is_some() {
        return false;
    }
    if OWN.is_match(address) {
        return true;
    }
    let Some(read) = WebAddress::read(address) else {
        // The host of another scheme, as in `ftp://localhost`.
        let host = address.split_once("://").map_or("", |(_, rest)| rest);
        let host = host.split([':', '/', '?', '#']).next().unwrap_or_default();
        return LOCAL.is_match(host);
    };
    let domain = read.domain();
    let is_name_in_network =
        !read.host.is_empty() && is_label(read.host) && read.port.is_none_or(is_digits);
    LOCAL.is_match(read.host)
        || is_name_in_network
        || read.host.parse().is_ok_and(is_private_ip)
        || is_domain_of(&domain, TUNNELS)
        || is_preview(&domain)
}

/// Returns true if a host is a single name without a dot, like the name of an office computer.
fn is_label(host: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    host.chars().all(is_part)
        && !host.eq_ignore_ascii_case("http")
        && !host.eq_ignore_ascii_case("https")
}

fn is_digits(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit())
}

/// Returns true if a domain is the preview of an unpublished version of a site.
fn is_preview(domain: &str) -> bool {
    domain.starts_with("deploy-preview-") && domain.ends_with(".netlify.app")
}

fn is_private_ip(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(ip) => {
            ip.is_loopback() || ip.is_unspecified() || ip.is_private() || ip.is_link_local()
        }
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::{host_error, is_private};

    #[test]
    #[rustfmt::skip]
    fn hosts_that_cannot_exist() {
        for (host, help) in [
            ("www.irs,gov", "Write `www.irs.gov` if"), ("www..irs.gov", "Write `www.irs.gov`."), (".irs.gov", "Write `irs.gov`."),
            ("www.irs.gov.", "Write `www.irs.gov`."), ("my_bank.com", "letters, digits, hyphens"), ("-irs.gov", "Open the page"),
            ("irs-.gov", "Open the page"), ("www.fidelity.con", "Did you mean `.com`?"), ("www.irs.gvo", "Did you mean `.gov`?"),
            ("www.irs", "www.irs.gov"), ("www.irs.g", "No site's name ends"), ("www.irs.123", "No site's name ends"), ("8.8.8.8", "name of the site"),
            ("wwww.irs.gov", "Write `www.irs.gov`"), ("wwwirs.gov", "Write `www.irs.gov`"), ("www-irs.gov", "Write `www.irs.gov`"), ("www.www.irs.gov", "Write `www.irs.gov`"), ("irs.gov%20", "letters, digits"), ("", "after https://"),
            ("http.irs.gov", "Write `www.irs.gov`"), ("irs.gov;8080", "letters, digits"), ("irs.gov*", "letters, digits"),
        ] {
            let found = host_error(host).unwrap_or_else(|| panic!("nothing wrong with {host}"));
            assert!(found.help.contains(help), "{host}: {}", found.help);
        }
        let long = ["a".repeat(64) + ".com", "abc.".repeat(64) + "com"];
        assert!(long.iter().all(|host| host_error(host).is_some()));
        for host in [
            "www.irs.gov", "IRS.GOV", "xn--bcher-kva.example", "a.xn--p1ai", "www2.ed.gov", "wwwnc.cdc.gov", "g.co", "1099.com", "a-b--c.co.uk",
            "www.gov.uk", "ww2.example.com", "3m.com", "t.me", "travel.state.gov", "sa.www4.irs.gov", "bbc.com", "nyc.gov", "x.com", "meet.google.com",
            "www.tax.ok.gov", "oklahoma.gov", "ent.uscourts.gov", "met.police.uk", "usa.gov", "cfp.net", "home.treasury.gov", "http.dev",
        ] {
            assert_eq!(host_error(host), None, "{host}");
        }
    }

    #[test]
    fn addresses_that_no_one_else_can_reach() {
        let private = "http://localhost:4321/fees https://LOCALHOST/ http://127.0.0.1:8080 http://[::1]:3000/a https://192.168.1.10/ \
            https://172.20.1.1/ https://printer.local/ file:///home/alex/fees.html c:\\Users\\Alex\\fees.docx localhost:4321/fees \
            C:/Users/Alex/fees.docx chrome://settings about:blank blob:https://www.irs.gov/1a2b https://intranet/fees http://nas:5000/ \
            https://site.test/ https://abc.ngrok-free.app/fees https://deploy-preview-12--small.netlify.app/ edge://settings \
            \\\\server\\share\\fees.docx content://com.android/1 https://wiki.corp/ chrome-extension://abc/a.html 127.0.0.1:8080";
        for address in private.split_whitespace() {
            assert!(is_private(address), "{address}");
        }
        let public = "https://www.irs.gov/localhost https://localhost.example.com/ https://172.32.0.1/ https://www.tulsalocal.com/ \
            https://www.home.com/ https://internal.revenue.example.com/ https://about.google/ /about:us https://www.testing.com \
            https://small.netlify.app/ https://chrome.google.com/ https://www.irs,gov/ https://irs.gov:80 /c:/a www.irs.gov \
            chrome-extension://abc/https://www.irs.gov/a.pdf";
        for address in public.split_whitespace() {
            assert!(!is_private(address), "{address}");
        }
    }
}
