//! The two firms, their hours, the navigation, the address and the site's security in `content/site.toml`.

use crate::load::{File, FileKind, Tree};
use crate::plant::{begin_change, replace};
use crate::rule::{Diagnostics, Example, Rule, Scope, Severity, leaves};
use jiff::civil::Date;
use serde_json::Value;
use site_schema::model::{ResolvedOpenHours, format, weekday_name, weekdays};

pub(super) static RULES: &[&Rule] = &[&CRS, &EXPIRED, &FIRST_ORIGIN, &HOURS, &MENU, &PRELOAD];

static CRS: Rule = Rule {
    code: "firm/form-crs",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check_crs),
    summary: "The firm is registered with the SEC, and the footer doesn't link to its Form CRS.",
    why: "An adviser of private clients that is registered with the SEC must post its relationship summary, Form CRS, where visitors can find it.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
description = "Plans."
registration = "SEC"
"#,
        right: r#"
description = "Plans."
registration = "state"
"#,
    },
};

/// The name of the link to the firm's Form CRS.
const FORM_CRS: &str = "form-crs";

fn check_crs(file: &File, _: &Tree, out: &mut Diagnostics) {
    let site = &file.document.value;
    let registration = site.pointer("/firms/advisory/registration");
    if registration.and_then(Value::as_str) != Some("SEC") {
        return;
    }
    // Another rule reports a missing list.
    let Some(documents) = site.pointer("/footer/documents").and_then(Value::as_array) else {
        return;
    };
    if documents.iter().any(|name| name == FORM_CRS) {
        return;
    }
    out.at_value(file, "/footer/documents", "a firm registered with the SEC must link to its Form CRS in the footer")
        .expected(format!("\"{FORM_CRS}\" in the footer's `documents`"))
        .quoting(&file.text[file.document.span("/footer/documents")])
        .help(format!("Add \"{FORM_CRS}\" to the list, and the document under [external.{FORM_CRS}] with its label and address. If the firm is registered with a state instead, write registration = \"state\" under [firms.advisory]."));
}

static FIRST_ORIGIN: Rule = Rule {
    code: "site/first-origin",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Site, check_first_origin),
    summary: "The site has moved to another web address without naming its first one.",
    why: "Feed readers and calendar programs identify articles and tax dates by the site's first web address; with another one, every subscriber would get all of them again.",
    example: Example::Planted {
        wrong: r#"
content/site.toml, where main has origin = "https://www.example.com":

origin = "https://www.example.org"
"#,
        right: r#"
content/site.toml, where main has origin = "https://www.example.com":

origin = "https://www.example.org"
first_origin = "https://www.example.com"
"#,
        plant: |tree| {
            begin_change(tree);
            replace(
                tree,
                "content/site.toml",
                "www.example.com",
                "www.example.org",
            );
        },
    },
};

fn check_first_origin(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let Some(before) = tree.toml_before(&FileKind::Site) else {
        return;
    };
    let first_origin = |site: &Value| {
        let origin = site["first_origin"].as_str().or(site["origin"].as_str());
        origin.map(str::to_owned)
    };
    let (Some(was), Some(is)) = (first_origin(&before), first_origin(&file.document.value)) else {
        return;
    };
    if was == is {
        return;
    }
    out.at_value(file, "/origin", "subscribers would get all articles and tax dates again")
        .expected(format!("the site's first web address: first_origin = \"{was}\""))
        .found(format!("`{is}`"))
        .help(format!("Write first_origin = \"{was}\" below `origin`, and keep it there in all later moves. If no one has subscribed yet, you can leave it out: the warning appears only for this change."));
}

static HOURS: Rule = Rule {
    code: "site/hours",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check_hours),
    summary: "The firm's hours can't be read as days of the week and times, or name a day twice.",
    why: "Visitors see the hours as written, but search engines get times that the site reads from the words: without them, a map would show the office open or closed at the wrong time.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
days = "Tuesday to Thursday"
hours = "8:30 to 5"
"#,
        right: r#"
days = "Tuesday to Thursday"
hours = "8:30am-5pm"
"#,
    },
};

fn check_hours(file: &File, _: &Tree, out: &mut Diagnostics) {
    check_days(file, out);
    check_times(file, out);
}

/// Reports days that can't be read, and days in two entries.
fn check_days(file: &File, out: &mut Diagnostics) {
    let mut has_hours = [false; 7];
    for leaf in leaves(file, format::WEEKDAYS) {
        let place = leaf.map.source(0..leaf.value.len());
        let Some(days) = weekdays(&leaf.value) else {
            out.at(file, place, "these aren't days of the week")
                .expected("one day, days in a row, or a list, such as Friday, Monday to Thursday, or Monday, Wednesday and Friday")
                .quoting(&leaf.value)
                .help("Write the names of the days. A range must follow the order of the week, which begins on Monday.");
            continue;
        };
        let mut repeated = None;
        for day in days.into_iter().flatten() {
            if has_hours[day] {
                repeated = repeated.or(Some(weekday_name(day)));
            }
            has_hours[day] = true;
        }
        if let Some(day) = repeated {
            out.at(file, place, format!("{day} has hours twice"))
                .expected("each day of the week once")
                .quoting(&leaf.value)
                .help(format!("Remove {day} from one of the two entries. For two periods on one day, write `hours = \"9am-noon and 1pm-5pm\"`."));
        }
    }
}

/// Reports times that can't be read.
fn check_times(file: &File, out: &mut Diagnostics) {
    for leaf in leaves(file, format::OPEN_HOURS) {
        if ResolvedOpenHours::parse(&leaf.value).is_some() {
            continue;
        }
        let place = leaf.map.source(0..leaf.value.len());
        out.at(file, place, "these aren't opening hours")
            .expected("opening and closing times, such as 8:30am-5pm, 9am to noon, or 9am-noon and 1pm-5pm; or: closed, by appointment")
            .quoting(&leaf.value)
            .help("Write when the office opens and when it closes later that day, each with am or pm.");
    }
}

static MENU: Rule = Rule {
    code: "site/menu",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check_menu),
    summary: "An item of the navigation has neither a link nor a menu with links, perhaps because all of its links have ended.",
    why: "Visitors press a name, and nothing opens.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
name = "Blog"
submenu = []
"#,
        right: r#"
name = "Blog"
href = "/blog"
"#,
    },
};

fn check_menu(file: &File, _: &Tree, out: &mut Diagnostics) {
    let navigation = file.document.value.pointer("/header/navigation");
    let items = navigation.and_then(|items| items.as_array());
    for (index, item) in items.into_iter().flatten().enumerate() {
        let menu = item["submenu"].as_array();
        let has_menu = menu.is_some_and(|menu| !menu.is_empty());
        if !item.is_object() || item.get("href").is_some() || has_menu {
            continue;
        }
        let pointer = format!("/header/navigation/{index}");
        let name = item["name"].as_str().unwrap_or_default();
        let place = if item.get("name").is_some() {
            format!("{pointer}/name")
        } else {
            pointer
        };
        out.at_value(file, &place, "this item of the navigation leads nowhere")
            .expected("`href`, or a `submenu` with at least one link")
            .quoting(name)
            .help("Write `href` with its page. If the links of its menu end, make the item end with the last of them: write the same `ends` below its `name`.");
    }
}

static EXPIRED: Rule = Rule {
    code: "site/expired",
    severity: Severity::Warning,
    scope: Scope::SingleFile(FileKind::Site, check_expiry),
    summary: "The site's security.txt has expired.",
    why: "People who find a vulnerability look in /.well-known/security.txt for the address to write to, but they must not use an expired file (RFC 9116), so they wouldn't write at all.",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: "expires = 2025-12-31",
        right: "expires = 2026-12-31",
    },
};

/// The pointer of the expiration date of security.txt.
const EXPIRES: &str = "/security/expires";

fn check_expiry(file: &File, tree: &Tree, out: &mut Diagnostics) {
    let (Some(expires), Some(today)) = (expires(file), tree.today) else {
        return;
    };
    if expires < today {
        out.at_value(file, EXPIRES, "security.txt has expired")
            .expected(format!("a day after {today}, at most a year ahead"))
            .quoting(&expires.to_string())
            .help("Send a test message to the address in `contact`. If someone reads it, write a day up to a year ahead.");
    }
}

/// Returns the expiration date of security.txt, if it can be read.
fn expires(file: &File) -> Option<Date> {
    let written = file.document.value.pointer(EXPIRES)?;
    written.as_str()?.parse().ok()
}

/// The shortest time that the list of browser makers accepts, in days.
const SHORTEST: u64 = 365;

static PRELOAD: Rule = Rule {
    code: "site/preload",
    severity: Severity::Error,
    scope: Scope::SingleFile(FileKind::Site, check_preload),
    summary: "The site asks to be on the list of HTTPS-only sites in browsers, with a time of less than a year.",
    why: "The list accepts a site only for 31,536,000 seconds, which is 365 days, or more, so with a shorter time it refuses what `preload` asks for (hstspreload.org).",
    example: Example::InFile {
        file: "content/site.toml",
        wrong: r#"
max_age_days = 30
hosts = "preload"
"#,
        right: r#"
max_age_days = 365
hosts = "own"
"#,
    },
};

fn check_preload(file: &File, _: &Tree, out: &mut Diagnostics) {
    let hsts = &file.document.value["hsts"];
    let days = hsts["max_age_days"].as_u64();
    let (Some("preload"), Some(days)) = (hsts["hosts"].as_str(), days) else {
        return;
    };
    if days < SHORTEST {
        out.at_value(file, "/hsts/max_age_days", "this time is too short for `preload`")
            .expected(format!("{SHORTEST} days or more"))
            .quoting(&days.to_string())
            .help("Write 365 or more, or `hosts = \"subdomains\"` until you are sure that every host works over HTTPS only.");
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::tests::site::Site;
    use crate::rules::tests::{assert_snapshot, base_of, check, finds_in_files, near_misses};

    #[test]
    #[rustfmt::skip]
    fn form_crs() {
        assert_snapshot!(check("site.toml", "registration = \"state\"", "registration = \"SEC\""), @r#"
        error[firm/form-crs]: a firm registered with the SEC must link to its Form CRS in the footer
          --> content/site.toml:90:13
           |
        90 | documents = ["privacy", "brochure"]
           |             ^^^^^^^^^^^^^^^^^^^^^^^
           |
           = expected: "form-crs" in the footer's `documents`
           = found: `["privacy", "brochure"]`
           = help: Add "form-crs" to the list, and the document under [external.form-crs] with its label and address. If the firm is registered with a state instead, write registration = "state" under [firms.advisory].
        "#);
        let linked = "documents = [\"privacy\", \"form-crs\"]";
        let crs = "[external.form-crs]\nlabel = \"Form CRS\"\nhref = \"https://documents.example.com/form-crs.pdf\"\n\n[external.privacy]";
        let site = Site::new();
        site.change("site.toml", "documents = [\"privacy\", \"brochure\"]", linked);
        site.change("site.toml", "[external.privacy]", crs);
        // A firm registered with a state may link to one as well.
        assert_eq!(site.load_today().diagnostics, []);
        site.change("site.toml", "\"state\"", "\"SEC\"");
        assert_eq!(site.load_today().diagnostics, []);
        finds_in_files("schema/value", &[
            ("site.toml", "\"state\"", "«\"State\""),
        ]);
    }

    #[test]
    fn first_origin() {
        let moved = ("https://www.example.com\"", "https://www.example.org\"");
        let first = "\nfirst_origin = \"https://www.example.com\"";
        for (before, after, problems) in [
            ("", first, 0),
            ("", "", 1),
            (first, "", 1),
            (first, "\nfirst_origin = \"https://www.example.net\"", 1),
        ] {
            let [base, site] = [before, after].map(|line| {
                let site = Site::new();
                site.change("site.toml", moved.0, &format!("{}{line}", moved.1));
                site
            });
            let mut loaded = site.load_today();
            let base = if before.is_empty() { Site::new() } else { base };
            loaded.tree.history.base = Some(base_of(&base));
            loaded.recheck();
            let found = loaded.diagnostics.iter();
            let found = found.filter(|it| it.code == "site/first-origin");
            assert_eq!(found.count(), problems, "{before} {after}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn hours() {
        assert_snapshot!(check("site.toml", "hours = \"9am-5pm\"", "hours = \"whenever\""), @r#"
        error[site/hours]: these aren't opening hours
          --> content/site.toml:44:10
           |
        44 | hours = "whenever"
           |          ^^^^^^^^
           |
           = expected: opening and closing times, such as 8:30am-5pm, 9am to noon, or 9am-noon and 1pm-5pm; or: closed, by appointment
           = found: `whenever`
           = help: Write when the office opens and when it closes later that day, each with am or pm.
        "#);
        assert_snapshot!(check("site.toml", "days = \"Monday\"", "days = \"Mondays\""), @r#"
        error[site/hours]: these aren't days of the week
          --> content/site.toml:43:9
           |
        43 | days = "Mondays"
           |         ^^^^^^^
           |
           = expected: one day, days in a row, or a list, such as Friday, Monday to Thursday, or Monday, Wednesday and Friday
           = found: `Mondays`
           = help: Write the names of the days. A range must follow the order of the week, which begins on Monday.
        "#);
        assert_snapshot!(check("site.toml", "days = \"Monday\"", "days = \"Monday and Thursday\""), @r#"
        error[site/hours]: Thursday has hours twice
          --> content/site.toml:47:9
           |
        47 | days = "Tuesday to Thursday"
           |         ^^^^^^^^^^^^^^^^^^^
           |
           = expected: each day of the week once
           = found: `Tuesday to Thursday`
           = help: Remove Thursday from one of the two entries. For two periods on one day, write `hours = "9am-noon and 1pm-5pm"`.
        "#);
        finds_in_files("site/hours", &[
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"«9am-5\""),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"«5pm-9am\""),
            ("site.toml", "days = \"Monday\"", "days = \"«Saturday to Monday\""),
            ("site.toml", "days = \"Monday\"", "days = \"«{firm}\""),
        ]);
        near_misses("site/hours", &[
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"9 a.m. to 5:30 p.m.\"", "hours = \"9 a.m. to 5:30\""),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"9am-noon and 1pm-5pm\"", "hours = \"9am-noon and 11am-5pm\""),
            ("site.toml", "hours = \"9am-5pm\"", "hours = \"By appointment\"", "hours = \"By chance\""),
            ("site.toml", "days = \"Monday\"", "days = \"Mon and Sat\"", "days = \"Mo and Sa\""),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn menu() {
        assert_snapshot!(check("site.toml", "name = \"Blog\"\nhref = \"/blog\"", "name = \"Blog\""), @r#"
        error[site/menu]: this item of the navigation leads nowhere
          --> content/site.toml:85:8
           |
        85 | name = "Blog"
           |        ^^^^^^
           |
           = expected: `href`, or a `submenu` with at least one link
           = found: `Blog`
           = help: Write `href` with its page. If the links of its menu end, make the item end with the last of them: write the same `ends` below its `name`.
        "#);
        let (links, ending) = (
            "href = \"/services\" },\n    { name = \"Taxes\", href = \"/services#taxes\" },\n    { name = \"Riverton\", href = \"/riverton-planning\" },\n",
            "href = \"/services\", ends = 2027-12-31 },\n    { name = \"Taxes\", href = \"/services#taxes\", ends = 2027-12-31 },\n",
        );
        let with_another = format!("{ending}    {{ name = \"Riverton\", href = \"/riverton-planning\" }},\n");
        near_misses("site/menu", &[("site.toml", links, &with_another, "href = \"/services\" } ]\n\n[[header.navigation]]\nname = \"More\"\nsubmenu = [\n")]);
    }

    #[test]
    #[rustfmt::skip]
    fn expired() {
        // The day is January 31, 2026.
        assert_snapshot!(check("site.toml", "expires = 2026-12-31", "expires = 2020-01-01"), @r#"
        warning[site/expired]: security.txt has expired
           --> content/site.toml:183:11
            |
        183 | expires = 2020-01-01
            |           ^^^^^^^^^^
            |
            = expected: a day after 2026-01-31, at most a year ahead
            = found: `2020-01-01`
            = help: Send a test message to the address in `contact`. If someone reads it, write a day up to a year ahead.
        "#);
        near_misses("site/expired", &[
            ("site.toml", "expires = 2026-12-31", "expires = 2026-01-31", "expires = 2026-01-30"),
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn preload() {
        let own = "max_age_days = 365\nhosts = \"own\"";
        assert_snapshot!(check("site.toml", own, "max_age_days = 1\nhosts = \"preload\""), @r#"
        error[site/preload]: this time is too short for `preload`
           --> content/site.toml:186:16
            |
        186 | max_age_days = 1
            |                ^
            |
            = expected: 365 days or more
            = found: `1`
            = help: Write 365 or more, or `hosts = "subdomains"` until you are sure that every host works over HTTPS only.
        "#);
        near_misses("site/preload", &[
            ("site.toml", own, "max_age_days = 365\nhosts = \"preload\"", "max_age_days = 364\nhosts = \"preload\""),
            ("site.toml", own, "max_age_days = 0\nhosts = \"subdomains\"", "max_age_days = 0\nhosts = \"preload\""),
        ]);
    }
}
