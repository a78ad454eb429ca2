//! The redirectors, by their domains and paths.

use super::Inner;

/// A redirector: its name, its domains, the beginning of the path, and where the address is inside.
pub(super) type Wrapper = (&'static str, &'static [&'static str], &'static str, Inner);

use Inner::{
    Amp, Base64Query, Base64Segment, Between, Nowhere, Proofpoint2, Proofpoint3, Query, Rest,
    Segment, Token, TranslatedHost,
};

const PROOFPOINT: &[&str] = &[
    "urldefense.proofpoint.com",
    "urldefense.com",
    "urldefense.us",
    "*.urldefense.com",
    "*.urldefense.us",
];

#[rustfmt::skip]
pub(super) const WRAPPERS: &[Wrapper] = &[
    // Mail filters
    ("Outlook Safe Links", &["*.safelinks.protection.outlook.com", "*.safelinks.protection.office365.us", "*.safelinks.protection.outlook.de"], "", Query(&["url"])),
    ("Outlook Safe Links", &["statics.teams.cdn.office.net", "statics.teams.microsoft.com"], "/evergreen-assets/safelinks/", Query(&["url"])),
    ("Microsoft's mail", &["*.safelink.emails.azure.net"], "/redirect/", Query(&["destination"])),
    ("Proofpoint URL Defense", PROOFPOINT, "/v1/url", Query(&["u"])),
    ("Proofpoint URL Defense", PROOFPOINT, "/v2/url", Proofpoint2),
    ("Proofpoint URL Defense", PROOFPOINT, "/v3/", Proofpoint3),
    ("Barracuda", &["linkprotect.cudasvc.com", "*.linkprotect.cudasvc.com"], "/url", Query(&["a"])),
    ("Mimecast", &["*.mimecast.com", "*.mimecastprotect.com"], "/s/", Nowhere),
    ("Mimecast", &["*.mimecast.com", "*.mimecastprotect.com"], "/r/", Nowhere),
    ("Cisco Secure Email", &["secure-web.cisco.com"], "/", Segment),
    ("Trend Micro", &["*.trendmicro.com"], "/wis/clicktime/", Query(&["url"])),
    ("Sophos", &["*.protection.sophos.com"], "/", Base64Query("u", "")),
    ("Trellix", &["protect.fireeye.com", "protect2.fireeye.com", "*.fireeye.com"], "/v1/url", Query(&["u"])),
    ("Trellix", &["protect.fireeye.com", "protect2.fireeye.com"], "/url", Query(&["u"])),
    ("Symantec", &["clicktime.symantec.com"], "/", Query(&["u", "url"])),
    ("Libraesva", &["urlsand.esvalabs.com"], "/", Query(&["u"])),
    ("Trustwave", &["scanmail.trustwave.com"], "/", Query(&["u"])),
    ("OpenText", &["link.edgepilot.com"], "/s/", Query(&["u"])),
    ("Zix", &["link.zixcentral.com"], "/", Query(&["u"])),
    ("Check Point", &["url.avanan.click", "protect.checkpoint.com"], "/v2/", Between("___")),
    ("Check Point", &["checkpoint.url-protection.com"], "/v1/url", Query(&["o"])),
    ("Inky", &["shared.outlook.inky.com"], "/link", Nowhere),
    ("Proofpoint Essentials", &["url.emailprotection.link"], "/", Nowhere),
    // Search engines
    ("Google", &["google.*"], "/url", Query(&["q", "url"])),
    ("Google", &["googleadservices.com", "google.*"], "/pagead/aclk", Query(&["adurl"])),
    ("Google", &["googleadservices.com", "google.*"], "/aclk", Query(&["adurl"])),
    ("Google News", &["news.google.com"], "/rss/articles/", Nowhere),
    ("Google News", &["news.google.com"], "/read/", Nowhere),
    ("Google's viewer", &["docs.google.com"], "/viewer", Query(&["url"])),
    ("Google's viewer", &["docs.google.com"], "/gview", Query(&["url"])),
    ("Office's viewer", &["view.officeapps.live.com"], "/op/", Query(&["src"])),
    ("Bing", &["bing.com"], "/ck/a", Base64Query("u", "a1")),
    ("DuckDuckGo", &["duckduckgo.com"], "/l/", Query(&["uddg"])),
    ("Yahoo", &["r.search.yahoo.com", "*.search.yahoo.com"], "/", Segment),
    // Copies of pages
    ("Google AMP", &["google.*"], "/amp/", Amp),
    ("Google AMP", &["cdn.ampproject.org", "*.cdn.ampproject.org"], "/", Amp),
    ("Bing AMP", &["bing.com"], "/amp/", Amp),
    ("Bing AMP", &["bing-amp.com", "*.bing-amp.com"], "/", Amp),
    ("Google Translate", &["*.translate.goog"], "", TranslatedHost),
    ("Google Translate", &["translate.google.*", "translate.googleusercontent.com"], "/translate", Query(&["u"])),
    ("Google's cache", &["webcache.googleusercontent.com"], "/search", Rest),
    ("12ft Ladder", &["12ft.io"], "/", Rest),
    // Social networks and chats
    ("Facebook", &["l.facebook.com", "lm.facebook.com", "facebook.com", "m.facebook.com"], "/l.php", Query(&["u"])),
    ("Facebook", &["facebook.com"], "/flx/warn/", Query(&["u"])),
    ("Instagram", &["l.instagram.com"], "/", Query(&["u"])),
    ("Threads", &["l.threads.net", "l.threads.com"], "/", Query(&["u"])),
    ("Messenger", &["l.messenger.com"], "/l.php", Query(&["u"])),
    ("WhatsApp", &["l.wl.co"], "/l", Query(&["u"])),
    ("LinkedIn", &["linkedin.com"], "/redir/", Query(&["url"])),
    ("LinkedIn", &["linkedin.com"], "/safety/go", Query(&["url"])),
    ("LinkedIn", &["linkedin.com"], "/authwall", Query(&["sessionRedirect"])),
    ("YouTube", &["youtube.com", "m.youtube.com"], "/redirect", Query(&["q"])),
    ("YouTube", &["youtube.com", "m.youtube.com"], "/attribution_link", Nowhere),
    ("Reddit", &["out.reddit.com"], "/", Query(&["url"])),
    ("Steam", &["steamcommunity.com"], "/linkfilter", Query(&["url", "u"])),
    ("Tumblr", &["t.umblr.com"], "/redirect", Query(&["z"])),
    ("Slack", &["slack-redir.net"], "/link", Query(&["url"])),
    ("VK", &["vk.com"], "/away.php", Query(&["to"])),
    ("Pocket", &["getpocket.com"], "/redirect", Query(&["url"])),
    ("Disqus", &["disq.us"], "/", Query(&["url"])),
    ("Skimlinks", &["go.redirectingat.com", "redirectingat.com", "go.skimresources.com"], "/", Query(&["url"])),
    ("Href.li", &["href.li"], "/", Rest),
    ("a library's proxy", &["*.ezproxy.*", "*.idm.oclc.org"], "/login", Query(&["url", "qurl"])),
    // Newsletters
    ("GovDelivery", &["lnks.gd"], "/l/", Token),
    ("GovDelivery", &["links.govdelivery.com", "links-1.govdelivery.com", "links-2.govdelivery.com", "*.govdelivery.com"], "/CL0/", Segment),
    ("GovDelivery", &["links.govdelivery.com"], "/track", Nowhere),
    ("Amazon's mail service", &["*.awstrack.me"], "/L0/", Segment),
    ("ConvertKit", &["*.convertkit-mail.com", "*.convertkit-mail2.com", "*.convertkit-mail4.com"], "/", Base64Segment),
    ("Mailchimp", &["*.list-manage.com", "*.list-manage1.com", "*.list-manage2.com"], "/track/", Nowhere),
    ("Mailchimp", &["mandrillapp.com"], "/track/", Nowhere),
    ("Constant Contact", &["*.rs6.net", "rs6.net"], "/", Nowhere),
    ("HubSpot", &["*.hubspotlinks.com", "*.hubspotlinksfree.com", "*.hubspotlinksstarter.com", "*.hubspotemail.net", "*.hubspotstarter.net", "*.hs-sales-engage.com", "t.sidekickopen.com"], "", Nowhere),
    ("SendGrid", &["*.ct.sendgrid.net"], "", Nowhere),
    ("Campaign Monitor", &["*.createsend1.com", "*.createsend.com", "*.cmail19.com", "*.cmail20.com"], "/t/", Nowhere),
    ("Klaviyo", &["*.klclick.com", "*.klclick1.com", "*.klclick2.com", "*.klclick3.com"], "", Nowhere),
    ("MailerLite", &["click.mailerlite.com", "click.mlsend.com", "*.mlsend.com"], "", Nowhere),
    ("Substack", &["substack.com", "*.substack.com", "email.mg1.substack.com"], "/redirect/", Nowhere),
    ("Beehiiv", &["link.mail.beehiiv.com"], "", Nowhere),
    ("Postmark", &["click.pstmrk.it"], "", Nowhere),
    ("Emma", &["t.e2ma.net"], "/click/", Nowhere),
    ("AWeber", &["clicks.aweber.com"], "", Nowhere),
    ("Iterable", &["links.iterable.com"], "/", Nowhere),
    ("Brevo", &["*.sendibt2.com", "*.sendibt3.com", "*.sendibm1.com", "*.sendibm3.com"], "", Nowhere),
    ("Pardot", &["go.pardot.com"], "/e/", Nowhere),
];

/// Services that shorten addresses. Only they know the address behind one.
#[rustfmt::skip]
pub(super) const SHORTENERS: &[&str] = &[
    "bit.ly", "j.mp", "bitly.com", "tinyurl.com", "t.co", "lnkd.in", "ow.ly", "buff.ly", "is.gd", "v.gd", "dlvr.it", "rebrand.ly",
    "shorturl.at", "cutt.ly", "rb.gy", "t.ly", "tiny.cc", "bl.ink", "hubs.ly", "hubs.li", "trib.al", "ift.tt", "adf.ly", "soo.gd",
    "short.io", "shorte.st", "snip.ly", "qr.ae", "qrco.de", "fb.me", "po.st", "mcaf.ee", "x.gd", "tny.im", "urlz.fr", "s.id", "lnk.bio", "smarturl.it",
];

/// Paths of mail services that count clicks, on any host.
pub(super) const COUNTED_PATHS: &[&str] = &[
    "/ls/click",
    "/tr/cl/",
    "/mk/cl/",
    "/track/click",
    "/e2t/",
    "/ss/c/",
];
