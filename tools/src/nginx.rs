//! Runs nginx with the same bytes and headers, from files.

use crate::cases::Page;
use crate::files::{self, NOT_FOUND};
use crate::process::{CHAIN, KEY, SERVER_CORE, Server, on_core};
use anyhow::Result;
use fs_err as fs;
use site_cli::server::free_address;
use std::fmt::Write as _;
use std::path::Path;

/// The module in Debian's package libnginx-mod-http-brotli-static, which also installs nginx.
const MODULE: &str = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/// Starts nginx, or returns `None` if it isn't installed. It opens each file once.
pub fn start(pages: &[Page], folder: &Path) -> Result<Option<Server>> {
    if !Path::new(MODULE).is_file() {
        return Ok(None);
    }
    let [address, tls_address] = [free_address()?, free_address()?];
    let root = folder.join("pages");
    let mut locations = String::new();
    for page in files::write(pages, &root)? {
        // nginx would look for a folder's index at a path that ends with a slash, unless it has to try a file.
        let found = match page.path {
            "/" => "try_files /index.html =404".to_owned(),
            _ => format!("alias {}", page.file.display()),
        };
        writeln!(locations, "location = {} {{ {found};", page.path)?;
        for (name, value) in page.headers() {
            let value = value.replace('"', "\\\"");
            writeln!(locations, "  add_header {name} \"{value}\" always;")?;
        }
        writeln!(locations, "}}")?;
    }

    let text = format!(
        "load_module {MODULE};
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log error;
events {{ worker_connections 11000; }}
http {{
access_log off; server_tokens off; sendfile on; tcp_nopush on; tcp_nodelay on;
keepalive_requests 1000000000; keepalive_timeout 600s; reset_timedout_connection on;
open_file_cache max=10000 inactive=600s; open_file_cache_valid 600s;
ssl_certificate {folder}/{CHAIN}; ssl_certificate_key {folder}/{KEY}; ssl_protocols TLSv1.3; ssl_session_cache shared:tls:10m;
types {{ text/html html; }} charset utf-8; default_type text/html;
gzip off; gzip_vary on; brotli_static on;
client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
server {{ listen {address} backlog=4096; listen {tls_address} ssl http2 backlog=4096; root {root}; error_page 404 {NOT_FOUND};
{locations} }} }}
",
        folder = folder.display(),
        root = root.display(),
    );

    let config = folder.join("nginx.conf");
    fs::write(&config, text)?;
    let mut nginx = on_core(SERVER_CORE, "nginx");
    nginx.arg("-c").arg(config);
    // For messages before nginx has read the log's path in its configuration.
    nginx.arg("-e").arg(folder.join("nginx.log"));
    Server::start("nginx", &mut nginx, [address, tls_address]).map(Some)
}
