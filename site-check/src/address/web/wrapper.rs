//! Addresses of redirectors: mail filters, search engines, social networks, shorteners, caches.

mod table;

use super::decode::{InnerAddress, decoded, from_base64, inner_address, is_web, without_unsafe};
use super::{WebAddress, is_domain_of, split};
use serde_json::Value;
use table::{COUNTED_PATHS, SHORTENERS, WRAPPERS};

/// The most wrappers around one address.
const MOST_LAYERS: usize = 8;

/// A redirector and its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrapping {
    /// The name of the outermost redirector.
    pub service: &'static str,
    pub target: WrappedTarget,
}

/// The target of a redirector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrappedTarget {
    /// The redirector's address contains it.
    Certain(String),
    /// The redirector's address contains it, perhaps without its end.
    Likely(String),
    /// The address doesn't begin with http or https.
    OfOtherScheme(String),
    /// Only the redirector knows the address.
    Unknown,
}

/// The place of an address inside a redirector's address.
#[derive(Debug, Clone, Copy)]
enum Inner {
    /// The first of these parameters with a value.
    Query(&'static [&'static str]),
    /// A parameter in Base64, after a prefix.
    Base64Query(&'static str, &'static str),
    /// A part of the path between slashes, encoded.
    Segment,
    /// The rest of the address, starting with the first `http` in the path or the query.
    Rest,
    /// The rest of the path is a host and its path, with `s/` before it for https.
    Amp,
    /// The host, with hyphens for dots.
    TranslatedHost,
    /// The last part of the path, in Base64.
    Base64Segment,
    /// The `url` of a signed token of three parts.
    Token,
    /// Between two of these marks.
    Between(&'static str),
    /// Proofpoint's second and third encoding.
    Proofpoint2,
    Proofpoint3,
    /// Nowhere. Only the redirector knows the address.
    Nowhere,
}

/// Returns the redirector of an address and its target, completely decoded.
pub fn wrapping(address: &str) -> Option<Wrapping> {
    let (service, first) = layer(address)?;
    let mut target = first;
    for _ in 1..MOST_LAYERS {
        let WrappedTarget::Certain(inner) = &target else {
            break;
        };
        match layer(inner) {
            Some((_, next)) => target = next,
            None => break,
        }
    }
    Some(Wrapping { service, target })
}

/// Returns the redirector of an address, and the address directly inside.
fn layer(address: &str) -> Option<(&'static str, WrappedTarget)> {
    let with_scheme = with_scheme(address);
    let address = with_scheme.as_deref().unwrap_or(address);
    let read = WebAddress::read(address)?;
    let domain = read.domain();
    for (service, domains, path, inner) in WRAPPERS {
        if !is_domain_of(&domain, domains) || !read.path.starts_with(path) {
            continue;
        }
        if let Some(target) = inner.target(address, &read, &domain) {
            return Some((*service, target));
        }
    }
    if let Some(value) = outlook_web(&read) {
        return Some(("Outlook", of_value(value)));
    }
    if is_counted(&read, &domain) {
        return Some(("a newsletter's click counter", WrappedTarget::Unknown));
    }
    is_short(&read, &domain).then_some(("a short address", WrappedTarget::Unknown))
}

/// Adds https:// to an address that begins with its host.
fn with_scheme(address: &str) -> Option<String> {
    let host = address.split(['/', '?']).next().unwrap_or_default();
    let is_host_first = host.contains('.') && !host.contains(':') && host.len() < address.len();
    is_host_first.then(|| format!("https://{address}"))
}

/// Returns the target of a redirect by Outlook on the web, on any company's server.
fn outlook_web<'a>(read: &WebAddress<'a>) -> Option<&'a str> {
    let is_redirect = read.path.to_lowercase().ends_with("/owa/redir.aspx");
    is_redirect.then(|| parameter(read, &["URL"])).flatten()
}

/// Returns true if a service shortened the address.
fn is_short(read: &WebAddress, domain: &str) -> bool {
    let leads_to_google = read.path.starts_with("/maps") || read.path.starts_with("/forms");
    let is_shortener = is_domain_of(domain, SHORTENERS) || (domain == "goo.gl" && !leads_to_google);
    is_shortener && read.path.len() > 1
}

/// Returns true if an address only counts the clicks of a newsletter.
fn is_counted(read: &WebAddress, domain: &str) -> bool {
    if COUNTED_PATHS.iter().any(|path| read.path.starts_with(path)) {
        return true;
    }
    // click.news.example.com/?qs=2f3a…
    let is_click = ["click.", "clicks.", "cl.", "links.", "link."]
        .iter()
        .any(|start| domain.starts_with(start));
    let mut parameters = read.parameters();
    let has_code = parameters.any(|(name, value)| name == "qs" && value.len() > 30);
    // email.news.example.com/c/eJwNzD…
    let is_compressed = domain.starts_with("email.") && read.path.starts_with("/c/eJ");
    (is_click && read.path.len() <= 1 && has_code) || is_compressed
}

impl Inner {
    /// Returns the address inside, or `None` if this isn't the address of a redirector, such as one without a path.
    fn target(self, address: &str, read: &WebAddress, domain: &str) -> Option<WrappedTarget> {
        match self {
            Self::Query(names) => {
                let value = parameter(read, names)?;
                Some(of_value(value))
            }
            Self::Base64Query(name, prefix) => {
                let value = parameter(read, &[name])?;
                let value = decoded(value);
                let written = value.strip_prefix(prefix).unwrap_or(&value);
                Some(of_base64(written))
            }
            Self::Segment => {
                let mut segments = read.segments();
                let segment = segments.find_map(|segment| {
                    let value = segment.strip_prefix("RU=").unwrap_or(segment);
                    let inner = inner_address(value)?;
                    matches!(inner, InnerAddress::Web(_)).then_some(inner)
                });
                segment.map(of_inner)
            }
            Self::Rest => {
                let rest = &address[address.len() - after_host(address).len()..];
                let at = ["https://", "http://", "https%3A", "http%3A"]
                    .iter()
                    .filter_map(|start| rest.find(start));
                let value = rest[at.min()?..].split('+').next()?;
                Some(of_inner(inner_address(value)?))
            }
            Self::Amp => amp_target(address, domain),
            Self::TranslatedHost => {
                let host = domain.strip_suffix(".translate.goog")?;
                let host = host
                    .replace("--", "\0")
                    .replace('-', ".")
                    .replace('\0', "-");
                Some(WrappedTarget::Certain(without_translation(address, &host)))
            }
            Self::Base64Segment => Some(of_base64(read.segments().last()?)),
            Self::Token => {
                let token = read.segments().nth(1)?;
                Some(of_token(token).map_or(WrappedTarget::Unknown, |inner| of_value(&inner)))
            }
            Self::Between(mark) => {
                let inner = after_host(address).split(mark).nth(1)?;
                Some(of_value(inner))
            }
            Self::Proofpoint2 => {
                let value = parameter(read, &["u"])?;
                Some(of_value(&value.replace('-', "%").replace('_', "/")))
            }
            Self::Proofpoint3 => {
                Some(proofpoint3(address).map_or(WrappedTarget::Unknown, of_inner))
            }
            Self::Nowhere => {
                let has_path = read.path.len() > 1 || read.query.is_some();
                has_path.then_some(WrappedTarget::Unknown)
            }
        }
    }
}

/// Returns the value of the first of some parameters with a value.
fn parameter<'a>(read: &WebAddress<'a>, names: &[&str]) -> Option<&'a str> {
    for name in names {
        for (written, value) in read.parameters() {
            let written = written.strip_prefix("amp;").unwrap_or(written);
            if written.eq_ignore_ascii_case(name) && !value.is_empty() {
                return Some(value);
            }
        }
    }
    None
}

/// Returns the address in a value. If the value isn't encoded, its parameters may be in the address around it.
fn of_value(value: &str) -> WrappedTarget {
    let Some(inner) = inner_address(value) else {
        return WrappedTarget::Unknown;
    };
    match of_inner(inner) {
        WrappedTarget::Certain(address) if is_web(value) && value.contains('?') => {
            WrappedTarget::Likely(address)
        }
        target => target,
    }
}

fn of_inner(inner: InnerAddress) -> WrappedTarget {
    match inner {
        InnerAddress::Web(address) => WrappedTarget::Certain(address),
        InnerAddress::OfOtherScheme(address) => WrappedTarget::OfOtherScheme(address),
    }
}

fn of_base64(written: &str) -> WrappedTarget {
    match from_base64(written) {
        Some(address) if is_web(&address) => WrappedTarget::Certain(without_unsafe(&address)),
        _ => WrappedTarget::Unknown,
    }
}

/// Returns the `url` in the second part of a signed token.
fn of_token(token: &str) -> Option<String> {
    let payload = from_base64(token.split('.').nth(1)?)?;
    let payload: Value = serde_json::from_str(&payload).ok()?;
    payload["url"].as_str().map(str::to_owned)
}

/// Returns the part of an address after its host: path, query and fragment.
fn after_host(address: &str) -> &str {
    let (_, rest) = address.split_once("://").unwrap_or(("", address));
    rest.find(['/', '?', '#']).map_or("", |at| &rest[at..])
}

/// Returns the original page of an AMP address: `/amp/s/host/path`, `/c/s/host/path`.
fn amp_target(address: &str, domain: &str) -> Option<WrappedTarget> {
    let (kind, rest) = after_host(address).strip_prefix('/')?.split_once('/')?;
    let is_cache = domain.ends_with("ampproject.org") || domain.ends_with("bing-amp.com");
    if is_cache && !matches!(kind, "a" | "c" | "v" | "wp") {
        return None;
    }
    let (scheme, page) = match rest.strip_prefix("s/") {
        Some(page) => ("https", page),
        None => ("http", rest),
    };
    let host = page.split(['/', '?', '#']).next()?;
    if !host.contains('.') {
        return None;
    }
    Some(WrappedTarget::Certain(format!("{scheme}://{page}")))
}

/// Returns an address on another host, without the parameters of Google Translate.
fn without_translation(address: &str, host: &str) -> String {
    let (before_fragment, fragment) = split(after_host(address), '#');
    let (path, query) = split(before_fragment, '?');
    let mut parameters: Vec<&str> = query.unwrap_or_default().split('&').collect();
    parameters.retain(|parameter| !parameter.is_empty() && !parameter.starts_with("_x_tr_"));
    let mut page = format!("https://{host}{path}");
    if !parameters.is_empty() {
        page = format!("{page}?{}", parameters.join("&"));
    }
    match fragment {
        None | Some("") => page,
        Some(fragment) => format!("{page}#{fragment}"),
    }
}

/// The characters for the lengths of runs in Proofpoint's third encoding, starting with 2.
const RUN_LENGTHS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Decodes `…/v3/__ADDRESS__;CHARACTERS!…`. In the address, `*` stands for the next of the characters, which are in Base64, and
/// `**X` for a run of them.
fn proofpoint3(address: &str) -> Option<InnerAddress> {
    let (_, wrapped) = address.split_once("/v3/__")?;
    let (inner, after) = wrapped.rsplit_once("__;")?;
    let characters = from_base64(after.split('!').next()?)?;
    let mut left = characters.chars();
    let mut written = inner.chars().peekable();
    let mut out = String::new();
    while let Some(c) = written.next() {
        if c != '*' {
            out.push(c);
            continue;
        }
        let mut length = 1;
        if written.next_if_eq(&'*').is_some() {
            length = RUN_LENGTHS.find(written.next()?)? + 2;
        }
        for _ in 0..length {
            out.push(left.next()?);
        }
    }
    let out = match out.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => format!("{scheme}://{rest}"),
        _ => out,
    };
    is_web(&out).then(|| InnerAddress::Web(without_unsafe(&out)))
}

#[cfg(test)]
mod tests {
    use super::{WrappedTarget, wrapping};

    fn target(address: &str) -> Option<WrappedTarget> {
        wrapping(address).map(|found| found.target)
    }

    #[test]
    #[rustfmt::skip]
    fn the_address_inside_is_decoded_to_the_end() {
        for (address, inner) in [
            ("https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2Fforms%3Fa%3Db%26c%3D%2520d%23e&data=05%7C01%7Calex%40example.com%7C&sdata=x%3D&reserved=0", "https://www.irs.gov/forms?a=b&c=%20d#e"),
            ("nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.irs.gov%2F&data=05", "https://www.irs.gov/"),
            ("https://eur03.safelinks.protection.outlook.com/ap/w-59584e83/?url=https%3A%2F%2Fwww.irs.gov%2F&amp;data=04", "https://www.irs.gov/"),
            ("https://nam12.safelinks.protection.outlook.com/?url=https%3A%2F%2Furldefense.com%2Fv3%2F__https%3A%2F%2Fwww.irs.gov%2Fforms__%3B!!abc!def%24&data=05", "https://www.irs.gov/forms"),
            ("https://urldefense.proofpoint.com/v1/url?u=https://www.irs.gov/forms&k=abc%3D%3D%0A&r=x", "https://www.irs.gov/forms"),
            ("https://urldefense.proofpoint.com/v2/url?u=https-3A__www.irs.gov_pub_irs-2Dpdf_p17.pdf-3Fa-3Db-5Fc&d=DwMF&c=x&e=", "https://www.irs.gov/pub/irs-pdf/p17.pdf?a=b_c"),
            ("https://urldefense.com/v3/__https://www.irs.gov/forms?a=b__;!!BhdT!xyz$", "https://www.irs.gov/forms?a=b"),
            ("https://urldefense.com/v3/__https:/www.ssa.gov/a*b**Ac__;Iyvinw!!abc$", ""),
            ("https://urldefense.com/v3/__https://www.ssa.gov/a*part__;Iw!!abc$", "https://www.ssa.gov/a#part"),
            ("https://urldefense.com/v3/__https://www.ssa.gov/a**Apart__;Kys!!abc$", "https://www.ssa.gov/a++part"),
            ("https://www.google.com/url?sa=t&rct=j&q=&esrc=s&url=https%3A%2F%2Fwww.irs.gov%2Ftaxtopics&ved=2ah&usg=AOv", "https://www.irs.gov/taxtopics"),
            ("https://www.google.com/url?q=https://www.irs.gov/taxtopics%3Fa%3D1&sa=D&source=docs&ust=17", "https://www.irs.gov/taxtopics?a=1"),
            ("https://google.co.uk/url?q=http%3A%2F%2Fwww.irs.gov", "http://www.irs.gov"),
            ("https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.irs.gov%2F%3Ffbclid%3DIw&h=AT", "https://www.irs.gov/?fbclid=Iw"),
            ("https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fwww%2Eirs%2Egov&urlhash=x", "https://www.irs.gov"),
            ("https://duckduckgo.com/l/?uddg=https%3A%2F%2Fwww.irs.gov%2F&rut=1", "https://www.irs.gov/"),
            ("https://www.bing.com/ck/a?!&&p=4b&ptn=3&u=a1aHR0cHM6Ly93d3cuaXJzLmdvdi9mb3Jtcw&ntb=1", "https://www.irs.gov/forms"),
            ("https://r.search.yahoo.com/_ylt=Awr;_ylu=Y29/RV=2/RE=17/RO=10/RU=https%3a%2f%2fwww.irs.gov%2fforms/RK=2/RS=x-", "https://www.irs.gov/forms"),
            ("https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fwww.irs.gov%2f&c=E,1,abc&typo=1", "https://www.irs.gov/"),
            ("https://slack-redir.net/link?url=https%3A%2F%2Fwww.irs.gov", "https://www.irs.gov"),
            ("https://www.youtube.com/redirect?event=video_description&q=https%3A%2F%2Fwww.irs.gov&v=1", "https://www.irs.gov"),
            ("https://out.reddit.com/t3_1?url=https%3A%2F%2Fwww.irs.gov&token=1", "https://www.irs.gov"),
            ("https://steamcommunity.com/linkfilter/?u=https%3A%2F%2Fwww.irs.gov", "https://www.irs.gov"),
            ("https://www.google.com/amp/s/www.nytimes.com/2025/01/02/a.amp.html", "https://www.nytimes.com/2025/01/02/a.amp.html"),
            ("https://www-irs-gov.cdn.ampproject.org/c/s/www.irs.gov/forms?a=1", "https://www.irs.gov/forms?a=1"),
            ("https://www-irs-gov.translate.goog/es/forms?_x_tr_sl=en&_x_tr_tl=es&a=1#b", "https://www.irs.gov/es/forms?a=1#b"),
            ("https://my--bank-com.translate.goog/?_x_tr_sl=auto", "https://my-bank.com/"),
            ("https://webcache.googleusercontent.com/search?q=cache:abc:https://www.irs.gov/forms+tax&cd=1", "https://www.irs.gov/forms"),
            ("https://secure-web.cisco.com/1abc-def_2/https%3A%2F%2Fwww.irs.gov%2Fforms", "https://www.irs.gov/forms"),
            ("https://us-west-2.protection.sophos.com/?d=irs.gov&u=aHR0cHM6Ly93d3cuaXJzLmdvdi8=&i=1", "https://www.irs.gov/"),
            ("https://abc.r.us-east-1.awstrack.me/L0/https:%2F%2Fwww.irs.gov%2Fforms/1/0100018", "https://www.irs.gov/forms"),
            ("https://links-1.govdelivery.com/CL0/https:%2F%2Fwww.irs.gov%2Fnewsroom/1/0100", "https://www.irs.gov/newsroom"),
            ("https://lnks.gd/l/eyJhbGciOiJIUzI1NiJ9.eyJ1cmwiOiJodHRwczovL3d3dy5pcnMuZ292L25ld3Nyb29tIn0.abc/s/1/br/2-l", "https://www.irs.gov/newsroom"),
            ("https://mail.example.org/owa/redir.aspx?C=abc&URL=https%3a%2f%2fwww.irs.gov%2f", "https://www.irs.gov/"),
            ("https://nam.safelink.emails.azure.net/redirect/?destination=https%3A%2F%2Fwww.irs.gov%2F&p=abc", "https://www.irs.gov/"),
            ("https://href.li/?https://www.irs.gov/forms?a=1&b=2", "https://www.irs.gov/forms?a=1&b=2"),
            ("https://protect.checkpoint.com/v2/___https://www.irs.gov/forms___.YXAz", "https://www.irs.gov/forms"),
        ] {
            match target(address) {
                Some(WrappedTarget::Certain(found)) => assert_eq!(found, inner, "{address}"),
                // One of them has too few characters.
                other => assert_eq!((other, inner), (Some(WrappedTarget::Unknown), ""), "{address}"),
            }
        }
    }

    #[test]
    #[rustfmt::skip]
    fn an_address_that_is_not_inside_is_not_invented() {
        for address in [
            "https://protect-us.mimecast.com/s/AbCdEf?domain=irs.gov",
            "https://example.us1.list-manage.com/track/click?u=abc&id=def&e=1",
            "https://u123.ct.sendgrid.net/ls/click?upn=u001.abc",
            "https://click.news.example.org/?qs=0123456789abcdef0123456789abcdef",
            "bit.ly/3abc", "https://bit.ly/3abc", "https://t.co/abc", "https://lnkd.in/abc", "https://goo.gl/abc",
            "https://r20.rs6.net/tn.jsp?f=001abc", "https://email.mg.example.org/c/eJwNzDEO",
        ] {
            assert_eq!(target(address), Some(WrappedTarget::Unknown), "{address}");
        }
        let script = "https://www.google.com/url?q=javascript%3Aalert%281%29";
        assert_eq!(target(script), Some(WrappedTarget::OfOtherScheme("javascript:alert(1)".to_owned())));
        let cut = "https://out.reddit.com/?url=https://www.irs.gov/forms?a=1&b=2";
        assert_eq!(target(cut), Some(WrappedTarget::Likely("https://www.irs.gov/forms?a=1".to_owned())));
    }

    #[test]
    #[rustfmt::skip]
    fn honest_addresses_are_no_redirectors() {
        for address in [
            "https://www.google.com/search?q=roth+ira", "https://www.google.com/maps/place/Tulsa", "https://maps.app.goo.gl/abc",
            "https://web.archive.org/web/20200101000000/https://www.irs.gov/", "https://www.facebook.com/small.planning",
            "https://www.linkedin.com/in/sam", "https://youtu.be/abc", "https://www.youtube.com/watch?v=abc", "https://www.bing.com/",
            "https://duckduckgo.com/?q=ira", "https://mailchi.mp/example/march", "https://us1.campaign-archive.com/?u=a&id=b",
            "https://www.mimecast.com/solutions/", "https://click.example.org/", "https://forms.gle/abc", "https://g.page/abc",
            "https://validator.w3.org/nu/?doc=https%3A%2F%2Fwww.example.com%2F", "https://www.reddit.com/r/personalfinance/",
            "https://translate.google.com/", "https://amp.dev/documentation/", "https://www.cisco.com/site/us/en/index.html",
            "https://www.irs.gov/forms?url=https%3A%2F%2Fwww.irs.gov", "https://goo.gl/maps/abc", "https://bitly.com/",
        ] {
            assert_eq!(target(address), None, "{address}");
        }
    }
}
