//! Parameters that count or identify visitors, and fragments that quote the page.

use super::decode::decoded;
use super::{WebAddress, is_domain_of, split, starts_with};

/// An address without its tracking parameters and without its text fragment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleaned<'a> {
    pub address: String,
    /// The names of the removed parameters, as written.
    pub parameters: Vec<&'a str>,
    /// True if a text fragment was removed.
    pub had_text_fragment: bool,
}

/// Parameters with the same meaning on every site. Sources: the lists of Firefox, Brave, AdGuard and ClearURLs, and the
/// documentation of the services.
#[rustfmt::skip]
const EVERYWHERE: &[&str] = &[
    // Google
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "srsltid", "_ga", "_gl", "_gac",
    // Facebook, Instagram, X, TikTok, LinkedIn, Pinterest, Reddit, Snapchat
    "fbclid", "igshid", "igsh", "mibextid", "fb_action_ids", "fb_action_types", "fb_ref", "fb_source", "twclid",
    "ttclid", "li_fat_id", "epik", "rdt_cid", "ScCid", "ref_src", "__twitter_impression",
    // Microsoft, Yandex, Yahoo
    "msclkid", "yclid", "ysclid", "_openstat", "guce_referrer", "guce_referrer_sig", "guccounter",
    // Mailchimp, HubSpot, Marketo, Drip, Klaviyo, Vero, Omeda, ConvertKit, MailerLite, Keap, EveryAction
    "mc_cid", "mc_eid", "mc_tc", "_hsenc", "_hsmi", "__hsfp", "__hssc", "__hstc", "hsCtaTracking", "mkt_tok", "__s",
    "hss_channel", "_kx", "_ke", "vero_id", "vero_conv", "oly_anon_id", "oly_enc_id", "ck_subscriber_id", "ml_subscriber",
    "ml_subscriber_hash", "inf_contact_key", "emci", "emdi", "vgo_ee", "dm_i", "bsft_uid", "bsft_clkid",
    // Eloqua, Acoustic, Adobe, Sailthru, Listrak, Bronto
    "elqTrack", "elqTrackId", "elqcst", "elqaid", "elqat", "elqak", "elqCampaignId", "spMailingID", "spUserID", "spJobID",
    "spReportId", "s_cid", "s_kwcid", "ef_id", "sc_lid", "sc_llid", "sc_uid", "sc_src", "sc_eh", "trk_contact",
    "trk_msg", "trk_module", "trk_sid", "_bta_tid", "_bta_c", "et_rid", "et_cid", "ACSTrackingID", "ACSTrackingLabel",
    // Affiliate links
    "irclickid", "irgwc", "cjevent", "cjdata", "ranMID", "ranEAID", "ranSiteID", "wickedid", "rb_clickid", "tblci",
    "zanpid",
    // Analytics
    "wt_mc", "wt_zmc", "xtor", "cm_mmc", "at_campaign", "at_medium", "_branch_match_id", "_branch_referrer", "usqp",
    "amp_js_v", "amp_gsa", "pk_campaign", "pk_kwd", "pk_source", "pk_medium", "pk_content", "pk_cid", "ns_campaign",
    "ns_mchannel", "ns_source", "ns_linkname", "ns_fee",
    // One visit of one person
    "jsessionid", "PHPSESSID", "ASPSESSIONID", "__cf_chl_tk", "__cf_chl_rt_tk", "__cf_chl_captcha_tk__",
];

/// The beginnings of such parameters.
#[rustfmt::skip]
const BEGINNINGS: &[&str] = &[
    "utm_", "hsa_", "mtm_", "matomo_", "piwik_", "itm_", "cm_mmca", "at_custom", "pd_rd_", "pf_rd_",
];

/// Parameters that track visitors only on some sites: the domains and the names.
#[rustfmt::skip]
const ON_SITES: &[(&[&str], &[&str])] = &[
    (&["youtu.be", "youtube.com", "m.youtube.com"], &["si", "feature", "pp", "ab_channel", "app"]),
    (&["open.spotify.com"], &["si", "nd", "context"]),
    (&["twitter.com", "x.com", "mobile.twitter.com"], &["s", "t", "ref_url", "cn"]),
    (&["linkedin.com"], &["trk", "trackingId", "refId", "lipi", "midToken", "midSig", "rcm", "originalSubdomain"]),
    (&["facebook.com", "m.facebook.com"], &["__tn__", "__cft__[0]", "__xts__[0]", "hc_ref", "hc_location", "fref", "rdid"]),
    (&["instagram.com", "threads.net", "threads.com"], &["igshid", "xmt", "slof"]),
    (&["google.*"], &["ved", "ei", "sxsrf", "sca_esv", "gs_lcp", "gs_lcrp", "gs_lp", "sclient", "aqs", "oq", "sourceid", "rlz", "uact"]),
    (&["maps.app.goo.gl"], &["g_st"]),
    (&["amazon.*", "smile.amazon.com"], &["ref_", "qid", "sprefix", "crid", "dib", "dib_tag", "_encoding", "content-id"]),
    (&["nytimes.com"], &["smid", "smtyp", "referringSource", "campaign_id", "emc", "instance_id", "nl", "regi_id", "segment_id", "user_id"]),
    (&["wsj.com", "marketwatch.com", "barrons.com"], &["mod", "reflink"]),
    (&["bloomberg.com"], &["srnd", "sref", "cmpid", "leadSource", "embedded-checkout"]),
    (&["theguardian.com"], &["CMP"]),
    (&["bbc.com", "bbc.co.uk"], &["ocid", "xtor", "at_format", "at_link_id", "at_link_type", "at_link_origin", "at_ptr_name"]),
    (&["msn.com"], &["ocid", "cvid", "ei", "pc"]),
    (&["cnbc.com"], &["__source", "qsearchterm"]),
    (&["reddit.com"], &["share_id", "rdt", "ref_source"]),
    (&["medium.com"], &["source"]),
    (&["*.campaign-archive.com", "mailchi.mp"], &["e"]),
];

/// Returns an address without tracking parameters, or `None` if it has none.
pub fn without_tracking(address: &str) -> Option<Cleaned<'_>> {
    let domain = WebAddress::read(address).map_or(String::new(), |read| read.domain());
    let (before, written_fragment) = split(address, '#');
    let (written_path, query) = split(before, '?');

    let mut parameters = Vec::new();
    let path = without_session(written_path, &mut parameters);
    let mut kept = Vec::new();
    for parameter in query.unwrap_or_default().split('&') {
        let name = parameter.split('=').next().unwrap_or_default();
        if is_tracking(name, &domain) {
            parameters.push(name);
        } else {
            kept.push(parameter);
        }
    }
    let fragment = written_fragment.map(without_text_fragment);
    let had_text_fragment = fragment != written_fragment;
    let fragment = fragment.filter(|it| !is_tracking_fragment(it, &mut parameters));
    if parameters.is_empty() && !had_text_fragment {
        return None;
    }

    let mut cleaned = path.to_owned();
    if query.is_some() && kept.iter().any(|parameter| !parameter.is_empty()) {
        cleaned.push('?');
        cleaned += &kept.join("&");
    }
    if let Some(fragment) = fragment
        && !(fragment.is_empty() && had_text_fragment)
    {
        cleaned.push('#');
        cleaned += fragment;
    }
    Some(Cleaned {
        address: cleaned,
        parameters,
        had_text_fragment,
    })
}

/// Returns a path without a session id at its end.
fn without_session<'a>(path: &'a str, parameters: &mut Vec<&'a str>) -> &'a str {
    let Some((before, session)) = path.rsplit_once(';') else {
        return path;
    };
    let name = session.split('=').next().unwrap_or_default();
    if !name.eq_ignore_ascii_case("jsessionid") {
        return path;
    }
    parameters.push(name);
    before
}

/// Returns the part of a fragment before the words to highlight: before `:~:`, which may be encoded.
fn without_text_fragment(fragment: &str) -> &str {
    let marks = [":~:", "%3A~%3A", "%3a~%3a"];
    let end = marks.iter().filter_map(|mark| fragment.find(mark)).min();
    &fragment[..end.unwrap_or(fragment.len())]
}

/// Returns true if a fragment has only tracking parameters, and adds these to the list.
fn is_tracking_fragment<'a>(fragment: &'a str, parameters: &mut Vec<&'a str>) -> bool {
    let mut names = Vec::new();
    for parameter in fragment.split('&') {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        if value.is_empty() || !(is_tracking(name, "") || name.eq_ignore_ascii_case("Echobox")) {
            return false;
        }
        names.push(name);
    }
    parameters.extend(names);
    true
}

fn is_tracking(written: &str, domain: &str) -> bool {
    if written.is_empty() {
        return false;
    }
    let decoded_name = decoded(written);
    // In the source of a page, & is &amp;.
    let name = decoded_name.strip_prefix("amp;").unwrap_or(&decoded_name);
    let mut starts = BEGINNINGS.iter();
    let mut names = EVERYWHERE.iter();
    let mut sites = ON_SITES.iter();
    starts.any(|start| starts_with(name, start) && name.len() > start.len())
        || names.any(|known| name.eq_ignore_ascii_case(known))
        || sites.any(|(domains, names)| names.contains(&name) && is_domain_of(domain, domains))
}

#[cfg(test)]
mod tests {
    use super::without_tracking;

    #[test]
    #[rustfmt::skip]
    fn tracking_is_left_out_and_the_rest_stays() {
        for (address, cleaned) in [
            ("https://www.irs.gov/forms?utm_source=news&utm_medium=email", "https://www.irs.gov/forms"),
            ("https://www.irs.gov/forms?b=2&utm_source=x&a=1%20&c", "https://www.irs.gov/forms?b=2&a=1%20&c"),
            ("https://www.irs.gov/forms?fbclid=IwAR0#part", "https://www.irs.gov/forms#part"),
            ("https://www.irs.gov/?GCLID=1", "https://www.irs.gov/"),
            ("https://www.irs.gov/?a=1&amp;utm_source=b", "https://www.irs.gov/?a=1"),
            ("https://www.irs.gov/#utm_source=a&utm_medium=b", "https://www.irs.gov/"),
            ("https://www.irs.gov/a;jsessionid=0A1B?x=1", "https://www.irs.gov/a?x=1"),
            ("https://youtu.be/abc?si=def&t=90", "https://youtu.be/abc?t=90"),
            ("https://www.nytimes.com/a.html?smid=url-share&unlocked_article_code=1", "https://www.nytimes.com/a.html?unlocked_article_code=1"),
            ("https://www.google.com/search?q=ira&sca_esv=1&ved=2", "https://www.google.com/search?q=ira"),
            ("https://www.ssa.gov/a#:~:text=the%20age", "https://www.ssa.gov/a"),
            ("https://www.ssa.gov/a#age:~:text=full,retirement&text=b", "https://www.ssa.gov/a#age"),
            ("https://www.ssa.gov/a#age%3A~%3Atext=full", "https://www.ssa.gov/a#age"),
            ("/fees?utm_source=news#tiers", "/fees#tiers"),
            ("/fees#tiers:~:text=first", "/fees#tiers"),
            ("https://www.cdc.gov/a?s_cid=fb", "https://www.cdc.gov/a"),
        ] {
            assert_eq!(without_tracking(address).map(|it| it.address).as_deref(), Some(cleaned), "{address}");
        }
        for address in [
            "https://www.irs.gov/forms?source=taxtopics&ref=main&id=5",
            "https://www.youtube.com/watch?v=abc&t=10s&list=PL1",
            "https://example.org/?si=5&feature=tax&e=2",
            "https://www.irs.gov/#utm_source",
            "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=1&type=10-K",
            "https://github.com/a/b?tab=readme-ov-file#install",
            "https://www.bls.gov/a;b?c",
            "https://www.irs.gov/?utm=1&utmost=2",
            "https://www.irs.gov/a?",
            "https://www.irs.gov/a?pk_id=4&ns_id=5",
            "/fees?year=2026#tiers",
            "#tiers",
            "https://docs.google.com/forms/d/e/abc/viewform?usp=sf_link",
        ] {
            assert_eq!(without_tracking(address), None, "{address}");
        }
    }
}
