//! Known changes by edges, each with the setting that turns it off.

/// A change, identified by a marker in the body.
struct Change {
    mark: &'static str,
    /// The change's name, and the setting.
    help: &'static str,
}

const CHANGES: [Change; 14] = [
    Change {
        mark: "/cdn-cgi/l/email-protection",
        help: "an edge hides mail addresses: switch off Email Address Obfuscation (Cloudflare: Security, Settings)",
    },
    Change {
        mark: "data-cfemail",
        help: "an edge hides mail addresses: switch off Email Address Obfuscation (Cloudflare: Security, Settings)",
    },
    Change {
        mark: "__cf_email__",
        help: "an edge hides mail addresses: switch off Email Address Obfuscation (Cloudflare: Security, Settings)",
    },
    Change {
        mark: "static.cloudflareinsights.com",
        help: "an edge adds a beacon: switch off the automatic setup of Web Analytics (Cloudflare: Analytics, Web Analytics)",
    },
    Change {
        mark: "rocket-loader",
        help: "an edge rewrites scripts: switch off Rocket Loader (Cloudflare: Speed, Settings)",
    },
    Change {
        mark: "-text/javascript",
        help: "an edge rewrites scripts: switch off Rocket Loader (Cloudflare: Speed, Settings)",
    },
    Change {
        mark: "/cdn-cgi/challenge-platform/",
        help: "an edge adds a script that looks for robots: switch off JavaScript Detections of Bot Fight Mode (Cloudflare: Security, Settings)",
    },
    Change {
        mark: "/cdn-cgi/zaraz/",
        help: "an edge adds scripts of others: switch off Zaraz (Cloudflare: Zaraz, Settings)",
    },
    Change {
        mark: "cloudflare-static/mirage",
        help: "an edge rewrites pictures: switch off Mirage (Cloudflare: Speed, Settings)",
    },
    Change {
        mark: "/.netlify/scripts/rum",
        help: "an edge adds a beacon: switch off Real User Metrics (Netlify: Logs and metrics)",
    },
    Change {
        mark: "/.netlify/scripts/",
        help: "an edge adds a script: switch off snippet injection and the Netlify Drawer (Netlify: Site configuration)",
    },
    Change {
        mark: "/_vercel/insights/",
        help: "an edge adds a beacon: switch off Web Analytics (Vercel: Analytics)",
    },
    Change {
        mark: "pagespeed",
        help: "a proxy rewrites pages: switch off its PageSpeed module (`pagespeed off;`)",
    },
    Change {
        mark: "googletagmanager.com",
        help: "something adds a tag manager: switch off the edge's app or snippet that adds it",
    },
];

/// The change whose marker is only in the response, not in the expected body.
pub fn change(expected: &[u8], found: &[u8]) -> Option<&'static str> {
    for change in &CHANGES {
        let mark = change.mark.as_bytes();
        if holds(found, mark) && !holds(expected, mark) {
            return Some(change.help);
        }
    }
    let beacon =
        "something adds a script: switch off the edge's setting, app or snippet that adds it";
    let is_added = count(found, b"<script") > count(expected, b"<script");
    is_added.then_some(beacon)
}

/// The setting that turns off a cookie, by the cookie's name.
pub fn cookie(value: &str) -> &'static str {
    let known = [
        (
            "__cf_bm",
            "switch off Bot Fight Mode (Cloudflare: Security, Settings)",
        ),
        (
            "cf_clearance",
            "switch off challenges for visitors (Cloudflare: Security, Settings)",
        ),
        (
            "__cflb",
            "switch off session affinity (Cloudflare: Load Balancing)",
        ),
        (
            "__cfruid",
            "switch off the rate limiting rule that counts by cookie (Cloudflare: Security)",
        ),
        (
            "_cfuvid",
            "switch off the rate limiting rule that counts by cookie (Cloudflare: Security)",
        ),
        (
            "AWSALB",
            "switch off stickiness (AWS: the load balancer's target group)",
        ),
        (
            "ARRAffinity",
            "switch off session affinity (Azure: App Service, Configuration)",
        ),
        (
            "BIGipServer",
            "switch off cookie persistence (F5: the virtual server)",
        ),
    ];
    for (name, switch) in known {
        if value.starts_with(name) {
            return switch;
        }
    }
    "switch off what sets it: session affinity, bot detection or analytics of the edge"
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    count(bytes, part) > 0
}

fn count(bytes: &[u8], part: &[u8]) -> usize {
    let windows = bytes.windows(part.len());
    windows.filter(|window| *window == part).count()
}
