//! Documents and pages that open only for people with an account, or only for a limited time.

use super::{WebAddress, is_domain_of};
use std::collections::BTreeSet;

/// The reason why an address doesn't open for every visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// A document or a folder of a service, by the service's name.
    Shared(&'static str),
    /// A sign-in page.
    SignIn,
    /// An address with a signature that expires.
    Expires,
    /// A page as its author sees it before it is published.
    Preview,
}

/// A service for documents: its name, its domains, the beginnings of the paths, and the parts of a path that make it public.
type Service = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
    &'static [&'static str],
);

#[rustfmt::skip]
const SERVICES: &[Service] = &[
    ("Google Docs", &["docs.google.com"], &["/document/", "/spreadsheets/", "/presentation/", "/drawings/", "/forms/", "/file/", "/a/", "/folder/"],
        &["pub", "pubhtml", "pubchart", "embed", "viewform", "closedform", "formResponse"]),
    ("Google Drive", &["drive.google.com"], &["/file/", "/drive/", "/open", "/folder", "/uc", "/a/", "/u/"], &[]),
    ("Google Photos", &["photos.google.com"], &["/photo/", "/album/", "/u/", "/share/"], &[]),
    ("Gmail", &["mail.google.com", "mail-attachment.googleusercontent.com"], &["/"], &[]),
    ("Google Calendar", &["calendar.google.com"], &["/calendar/u/", "/calendar/r", "/calendar/b/"], &["embed", "appointments"]),
    ("Google Keep", &["keep.google.com"], &["/"], &[]),
    ("SharePoint", &["*.sharepoint.com", "*.sharepoint.us"], &["/"], &[]),
    ("OneDrive", &["onedrive.live.com", "1drv.ms"], &["/"], &["about"]),
    ("Office", &["word-edit.officeapps.live.com", "excel.officeapps.live.com", "*.cloud.microsoft"], &["/"], &[]),
    ("Outlook", &["outlook.office.com", "outlook.office365.com", "outlook.live.com"], &["/mail", "/owa/", "/calendar/"], &["calendar.html", "calendar.ics", "bookings"]),
    ("Teams", &["teams.microsoft.com"], &["/l/channel/", "/l/message/", "/l/file/", "/l/team/", "/l/chat/", "/_"], &[]),
    ("Dropbox", &["dropbox.com"], &["/s/", "/scl/", "/sh/", "/home", "/preview/", "/work/", "/l/", "/t/"], &[]),
    ("Dropbox", &["paper.dropbox.com", "*.dropboxusercontent.com", "dl.dropbox.com", "db.tt"], &["/"], &[]),
    ("Box", &["box.com", "*.box.com"], &["/s/", "/file/", "/folder/", "/v/", "/notes/", "/f/"], &[]),
    ("iCloud", &["icloud.com"], &["/iclouddrive", "/pages", "/numbers", "/keynote", "/photos", "/sharedalbum", "/notes", "/attachment", "/freeform", "/reminders"], &[]),
    ("iCloud", &["share.icloud.com"], &["/"], &[]),
    ("Evernote", &["evernote.com"], &["/shard/", "/l/", "/client/"], &[]),
    ("Figma", &["figma.com"], &["/file/", "/design/", "/board/", "/slides/", "/proto/"], &[]),
    ("Canva", &["canva.com"], &["/design/"], &["view", "watch"]),
    ("Airtable", &["airtable.com"], &["/app"], &[]),
    ("Asana", &["app.asana.com"], &["/"], &[]),
    ("Trello", &["trello.com"], &["/b/", "/c/"], &[]),
    ("Atlassian", &["*.atlassian.net"], &["/wiki/", "/browse/", "/jira/"], &[]),
    ("Slack", &["app.slack.com"], &["/"], &[]),
    ("Slack", &["*.slack.com"], &["/archives/", "/files/", "/team/"], &[]),
    ("WeTransfer", &["wetransfer.com", "we.tl"], &["/downloads/", "/t-", "/dl/"], &[]),
    ("Adobe Acrobat", &["acrobat.adobe.com", "documentcloud.adobe.com"], &["/id/", "/link/", "/us/en/", "/gsuiteintegration/"], &[]),
    ("WhatsApp", &["web.whatsapp.com"], &["/"], &[]),
    ("Zoom", &["zoom.us", "*.zoom.us"], &["/s/", "/meeting/", "/recording/"], &["register"]),
    ("Mailchimp", &["*.admin.mailchimp.com", "admin.mailchimp.com"], &["/"], &[]),
    ("YouTube Studio", &["studio.youtube.com"], &["/"], &[]),
    ("Facebook", &["business.facebook.com", "adsmanager.facebook.com"], &["/"], &[]),
    ("Google", &["analytics.google.com", "business.google.com", "ads.google.com"], &["/"], &["home"]),
    ("HubSpot", &["app.hubspot.com"], &["/"], &[]),
    ("Wix", &["manage.wix.com"], &["/"], &[]),
    ("a library's proxy", &["*.ezproxy.*", "*.idm.oclc.org", "*.proxy.library.*"], &["/"], &[]),
    ("ChatGPT", &["chatgpt.com", "chat.openai.com"], &["/c/", "/g/"], &[]),
];

/// Returns the reason why an address doesn't open for every visitor, if there is one. Sign-in pages count only if
/// `finds_sign_in` is true.
pub fn restriction(address: &str, finds_sign_in: bool) -> Option<Restriction> {
    let read = WebAddress::read(address)?;
    let domain = read.domain();
    for (service, domains, paths, public) in SERVICES {
        let has_path = |path: &&str| {
            read.path.starts_with(path) && (read.path.len() > 1 || read.query.is_some())
        };
        if !is_domain_of(&domain, domains) || !paths.iter().any(has_path) {
            continue;
        }
        if !read.segments().any(|segment| public.contains(&segment)) {
            return Some(Restriction::Shared(service));
        }
    }
    if is_domain_of(&domain, &["notion.so"]) && is_notion_page(&read) {
        return Some(Restriction::Shared("Notion"));
    }
    if expires(&read) {
        return Some(Restriction::Expires);
    }
    if is_preview(&read) {
        return Some(Restriction::Preview);
    }
    (finds_sign_in && is_sign_in(&read, &domain)).then_some(Restriction::SignIn)
}

/// Returns true if the path ends with the id of a Notion page, which has 32 hexadecimal digits.
fn is_notion_page(read: &WebAddress) -> bool {
    let last = read.segments().last().unwrap_or_default();
    let start = last.len().saturating_sub(32);
    let number = last.get(start..).unwrap_or_default();
    number.len() == 32 && number.chars().all(|c| c.is_ascii_hexdigit())
}

/// The parameters of a signature that expires. An address with such a signature has all of a row.
const SIGNATURES: &[&[&str]] = &[
    &["x-amz-signature"],
    &["x-goog-signature"],
    &["signature", "expires"],
    &["signature", "key-pair-id"],
    &["sig", "se"],
];

fn expires(read: &WebAddress) -> bool {
    let mut names = BTreeSet::new();
    for (name, _) in read.parameters() {
        names.insert(name.to_lowercase());
    }
    let mut signatures = SIGNATURES.iter();
    signatures.any(|row| row.iter().all(|name| names.contains(*name)))
}

fn is_preview(read: &WebAddress) -> bool {
    let is_admin = read.segments().any(|segment| segment == "wp-admin");
    let mut parameters = read.parameters();
    let is_draft = parameters.any(|(name, value)| {
        name == "preview_id" || name == "preview_nonce" || (name == "preview" && value == "true")
    });
    is_admin || is_draft
}

/// The first parts of the hosts of sign-in pages.
const SIGN_IN_HOSTS: &[&str] = &[
    "login",
    "logon",
    "signin",
    "sign-in",
    "sso",
    "auth",
    "idp",
    "adfs",
    "accounts",
    "secure-login",
    "oauth",
];

/// The first or last parts of the paths of sign-in pages, with any ending, such as `.aspx`.
#[rustfmt::skip]
const SIGN_IN_PATHS: &[&str] = &[
    "login", "log-in", "log_in", "logon", "log-on", "signin", "sign-in", "sign_in", "signon", "sign-on", "wp-login", "userlogin",
    "memberlogin", "member-login", "clientlogin", "client-login", "customer-login", "accountlogin", "account-login", "servicelogin",
    "loginpage", "login-page",
];

/// Further parts of such paths, without an ending.
const SIGN_IN_SERVICES: &[&str] = &[
    "auth",
    "authenticate",
    "authorize",
    "oauth",
    "oauth2",
    "sso",
    "saml",
    "saml2",
];

/// Other hosts of sign-in pages.
const SIGN_IN_SITES: &[&str] = &[
    "secure.login.gov",
    "api.id.me",
    "appleid.apple.com",
    "*.okta.com",
    "*.auth0.com",
    "*.onelogin.com",
];

/// Hosts of the same sites without a sign-in page.
const HELP_SITES: &[&str] = &[
    "developer.okta.com",
    "support.okta.com",
    "help.okta.com",
    "community.auth0.com",
    "support.auth0.com",
];

fn is_sign_in(read: &WebAddress, domain: &str) -> bool {
    let (first, rest) = domain.split_once('.').unwrap_or((domain, ""));
    // login.gov itself isn't a sign-in page.
    if SIGN_IN_HOSTS.contains(&first) && rest.contains('.') {
        return true;
    }
    if is_domain_of(domain, SIGN_IN_SITES) && !is_domain_of(domain, HELP_SITES) {
        return true;
    }
    let is_part = |segment: &str| {
        let segment = segment.to_lowercase();
        let name = segment.split('.').next().unwrap_or_default();
        SIGN_IN_PATHS.contains(&name) || SIGN_IN_SERVICES.contains(&segment.as_str())
    };
    let mut segments = read.segments();
    let first = segments.next();
    let last = segments.last().or(first);
    first.is_some_and(is_part) || last.is_some_and(is_part)
}

#[cfg(test)]
mod tests {
    use super::{Restriction, restriction};

    #[test]
    #[rustfmt::skip]
    fn addresses_that_do_not_open_for_everyone() {
        for address in [
            "https://docs.google.com/document/d/1AbC/edit?usp=sharing", "https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0", "https://docs.google.com/forms/d/1AbC/edit",
            "https://docs.google.com/document/u/1/d/1AbC/view", "https://drive.google.com/file/d/1AbC/view?usp=drive_link", "https://drive.google.com/drive/folders/1AbC",
            "https://small.sharepoint.com/:w:/r/sites/plans/Shared%20Documents/a.docx?d=w1", "https://small-my.sharepoint.com/:x:/g/personal/sam/E1", "https://onedrive.live.com/?id=A1&cid=B2",
            "https://1drv.ms/w/s!Abc", "https://www.dropbox.com/s/abc/a.pdf?dl=0", "https://www.dropbox.com/scl/fi/abc/a.pdf?rlkey=x&dl=0", "https://app.box.com/s/abc", "https://small.box.com/s/abc",
            "https://www.notion.so/small/Plan-0123456789abcdef0123456789abcdef", "https://www.icloud.com/iclouddrive/0ab#a", "https://www.canva.com/design/DAF/abc/edit", "https://we.tl/t-abc", "https://www-jstor-org.ezproxy.tulsa.edu/stable/1", "https://us02web.zoom.us/s/123?zak=a",
            "https://mail.google.com/mail/u/0/#inbox/abc", "https://files.s3.amazonaws.com/a.pdf?X-Amz-Expires=3600&X-Amz-Signature=ab", "https://small.blob.core.windows.net/a.pdf?sv=2&se=2026-01-01&sig=ab",
            "https://blog.example.org/?p=12&preview=true", "https://blog.example.org/wp-admin/post.php?post=12",
        ] {
            assert!(restriction(address, false).is_some(), "{address}");
        }
        for address in [
            "https://login.microsoftonline.com/common/oauth2/authorize?x=1", "https://accounts.google.com/ServiceLogin", "https://www.schwab.com/client-login", "https://www.fidelity.com/login",
            "https://www.vanguard.com/signin?next=a", "https://secure.login.gov/", "https://custodian.example.com/login", "https://www.example.org/auth/realms/a", "https://www.example.org/account/sign-in",
            "https://www.example.org/Login.aspx?ReturnUrl=%2F", "https://example.okta.com/app/abc", "https://sso.example.org/",
        ] {
            assert_eq!(restriction(address, true), Some(Restriction::SignIn), "{address}");
            assert_eq!(restriction(address, false), None, "{address}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn addresses_that_open_for_everyone() {
        for address in [
            "https://docs.google.com/forms/d/e/1FAI/viewform?usp=sf_link", "https://docs.google.com/document/d/e/2PACX-1/pub", "https://docs.google.com/spreadsheets/d/e/2PACX/pubhtml?gid=0",
            "https://docs.google.com/presentation/d/e/2PACX/embed?start=false", "https://www.dropbox.com/features", "https://www.box.com/pricing", "https://www.notion.so/product", "https://small.notion.site/Plan-0123456789abcdef0123456789abcdef",
            "https://www.icloud.com/", "https://www.login.gov/what-is-login/", "https://login.gov/create-an-account/", "https://www.irs.gov/payments/online-account-for-individuals", "https://www.ssa.gov/myaccount/",
            "https://www.irs.gov/newsroom/how-to-login-safely", "https://www.canva.com/design/DAF/abc/view", "https://outlook.office365.com/book/small@example.com/", "https://calendar.google.com/calendar/embed?src=a",
            "https://accounting.example.org/", "https://www.authors.org/auth-guide", "https://www.slack.com/help", "https://zoom.us/j/123", "https://www.sec.gov/files/a.pdf?signature=1", "https://www.author.com/sso-explained",
            "https://www.bls.gov/a?se=1", "https://www.iana.org/domains/root/db/auth.html", "https://outlook.office365.com/owa/calendar/small@example.com/bookings/",
        ] {
            assert_eq!(restriction(address, true), None, "{address}");
        }
    }
}
