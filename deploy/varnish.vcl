# Varnish 7 before site-server: varnishd -a :80 -f deploy/varnish.vcl -p http_gzip_support=off
#
# Without that parameter Varnish would ask for gzip alone, and brotli would never leave the server.
#
# A page is asked for once a minute (s-maxage) and, where it has not changed, answered with a 304. For a minute more
# (stale-while-revalidate) visitors get what is there while Varnish asks; where the server can't be reached, for a week
# (stale-if-error). After a deployment all that can change is forgotten at once, or one page by its path:
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
        # One tag: anything else would be part of the ban's own language.
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
    # The server answers any host alike: one copy for all of them, and nobody reaches the server by making up names. Where it
    # redirects other hosts (`redirect_other_hosts` in site.toml), this is the host that it takes for its own.
    set req.http.host = "www.example.com";
    # The server's pages are the same whatever is asked of them: one copy, and nobody reaches the server by asking for ?1, ?2, ?3.
    # Scripts read the query in the browser. A redirect to another spelling gets it back.
    if (req.restarts == 0) {
        unset req.http.x-query;
        if (req.url ~ "\?") {
            set req.http.x-query = regsub(req.url, "^[^?]*", "");
            set req.url = regsub(req.url, "\?.*$", "");
        }
    }
    # Nobody has a session here.
    unset req.http.cookie;
    unset req.http.authorization;

    # The encodings that the server has, in its order: one copy of each rather than one for each browser.
    if (req.http.accept-encoding ~ "(?i)(^|,)\s*br\s*($|,|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.accept-encoding = "br";
    } elseif (req.http.accept-encoding ~ "(?i)(^|,)\s*gzip\s*($|,|;\s*q=(1|0\.0*[1-9]))") {
        set req.http.accept-encoding = "gzip";
    } else {
        unset req.http.accept-encoding;
    }

    # While the server answers, nothing older than a minute beyond its time; when it does not, whatever there is.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 60s;
    }
}

sub vcl_backend_fetch {
    unset bereq.http.x-query;
}

sub vcl_backend_response {
    # A failure in the background must not take the place of a page.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # What is not there is asked for again soon: a flood of visits to it is answered here, and a new page does not wait for long.
    if (beresp.status == 404 || beresp.status == 410) {
        set beresp.ttl = 10s;
        set beresp.grace = 0s;
        # Varnish's own rules would not keep what says no-cache.
        return (deliver);
    }
    if (beresp.http.cache-control ~ "stale-if-error=[0-9]+") {
        set beresp.grace = std.duration(
            regsub(beresp.http.cache-control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 60s);
    }
    # Beyond that, still good for asking whether it has changed.
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
    # The server failed before the probe had noticed: once more, with what there is.
    if (resp.status == 503 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    unset resp.http.cache-tag;
    unset resp.http.x-varnish;
    unset resp.http.via;
}
