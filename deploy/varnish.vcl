# Varnish 7 in front of site-server: varnishd -a :80 -f deploy/varnish.vcl -p http_gzip_support=off
#
# Without that parameter, Varnish would only request gzip, and never get brotli from the server.
#
# Varnish revalidates a page once a minute (s-maxage), and gets a 304 if it hasn't changed. For one more minute (stale-while-revalidate),
# visitors get the stored page while Varnish revalidates it; if the server can't be reached, for a week (stale-if-error). After a
# deployment, purge everything that can change, or one page by its path:
#
#   curl -X PURGE -H "Cache-Tag: site" http://127.0.0.1/
#   curl -X PURGE -H "Cache-Tag: /fees" http://127.0.0.1/
vcl 4.1;

import std;

backend site {
    .host = "127.0.0.1";
    .port = "8080";
    .connect_timeout = 1s;
    .first_byte_timeout = 5s;
    .between_bytes_timeout = 5s;
    .probe = {
        .url = "/robots.txt";
        .interval = 1s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ purgers) {
            return (synth(403, "Forbidden"));
        }
        # Only one tag, because other characters would be part of the ban's language.
        if (req.http.cache-tag !~ "^[A-Za-z0-9/._~%-]+$") {
            return (synth(400, "Expected one tag in Cache-Tag"));
        }
        if (!std.ban("obj.http.cache-tag ~ (^|,)" + req.http.cache-tag + "(,|$)")) {
            return (synth(400, std.ban_error()));
        }
        return (synth(200, "Forgotten"));
    }
    if (req.method !~ "^(GET|HEAD|OPTIONS)$") {
        return (synth(405, "Method Not Allowed"));
    }
    # The server's response doesn't depend on the host, so one copy is enough, and invented host names don't reach the server. If the server
    # redirects other hosts (`redirect_other_hosts` in site.toml), use the site's own host here.
    set req.http.host = "www.example.com";
    # The server's pages don't depend on the query, so one copy is enough, and requests for ?1, ?2, ?3 don't reach the server. Scripts read the
    # query in the browser. A redirect to another spelling gets the query back.
    if (req.restarts == 0) {
        unset req.http.x-query;
        if (req.url ~ "\?") {
            set req.http.x-query = regsub(req.url, "^[^?]*", "");
            set req.url = regsub(req.url, "\?.*$", "");
        }
    }
    # The site has no sessions.
    unset req.http.cookie;
    unset req.http.authorization;

    # The server's codings, in its order, so that Varnish keeps one copy per coding instead of one per browser.
    if (req.http.accept-encoding ~ "(?i)(^|,)\s*br\s*($|,|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.accept-encoding = "br";
    } elseif (req.http.accept-encoding ~ "(?i)(^|,)\s*gzip\s*($|,|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.accept-encoding = "gzip";
    } else {
        unset req.http.accept-encoding;
    }

    # While the server answers, serve nothing more than a minute past its lifetime. Otherwise, serve any stored copy.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 60s;
    }
}

sub vcl_backend_fetch {
    unset bereq.http.x-query;
}

sub vcl_backend_response {
    # A failed background request must not replace a page.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # Cache a missing page briefly, so that Varnish answers a flood of requests for it, and a new page appears soon.
    if (beresp.status == 404 || beresp.status == 410) {
        set beresp.ttl = 10s;
        set beresp.grace = 0s;
        # Varnish's built-in rules wouldn't store a response with no-cache.
        return (deliver);
    }
    if (beresp.http.cache-control ~ "stale-if-error=[0-9]+") {
        set beresp.grace = std.duration(
            regsub(beresp.http.cache-control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 60s);
    }
    # After that, keep it for revalidation.
    set beresp.keep = 1d;
}

sub vcl_backend_error {
    if (bereq.is_bgfetch) {
        return (abandon);
    }
}

sub vcl_synth {
    set resp.http.cache-control = "no-store";
    if (resp.status == 405) {
        set resp.http.allow = "GET, HEAD, OPTIONS";
    }
}

sub vcl_deliver {
    if (resp.status == 308 && req.http.x-query) {
        set resp.http.location = resp.http.location + req.http.x-query;
    }
    # The server failed before the probe noticed. Try once more with the stored copy.
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    unset resp.http.cache-tag;
    unset resp.http.x-varnish;
    unset resp.http.via;
}
