//! nginx with the same pages, compressed beforehand as well, and the same headers.

use std::fmt::Write as _;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::cases::{Page, fixed};
use super::process::{Running, installed};
use crate::client::Client;

const MODULE: &str = "modules/ngx_http_brotli_static_module.so";

pub struct Nginx {
    folder: PathBuf,
    configuration: PathBuf,
    address: SocketAddr,
}

/// Its files and its configuration; `None` where it is not installed with all that it needs. `keeps_open` has it open each
/// file once rather than for each request, which it does not do unless told.
pub fn write(
    ours: SocketAddr,
    pages: &[Page],
    folder: &Path,
    keeps_open: bool,
) -> Result<Option<Nginx>> {
    fs::create_dir_all(folder)?;
    let module = ["/usr/lib/nginx", "/usr/share/nginx", "/etc/nginx"]
        .map(|place| Path::new(place).join(MODULE))
        .into_iter()
        .find(|module| module.is_file());
    let (Some(module), true) = (module, installed("nginx")) else {
        return Ok(None);
    };
    let free = TcpListener::bind((ours.ip(), 0)).context("can't find a free port")?;
    let address = free.local_addr()?;
    let root = folder.join("pages");
    let mut locations = String::new();
    for page in pages {
        let name = if page.path == "/" {
            "/index"
        } else {
            &page.path
        };
        for body in &page.bodies {
            let ending = match body.coding {
                Some("br") => ".br",
                Some("gzip") => ".gz",
                _ => "",
            };
            let file = root.join(format!("{}.html{ending}", &name[1..]));
            fs::create_dir_all(file.parent().unwrap_or(&root))?;
            fs::write(&file, &body.response.body)
                .with_context(|| format!("can't write {}", file.display()))?;
        }
        // What ends with a slash is a folder's index to it, unless it is told to try a file.
        let found = match page.path.as_str() {
            "/" => "try_files /index.html =404".to_owned(),
            _ => format!("alias {}{name}.html", root.display()),
        };
        writeln!(locations, "location = {} {{ {found};", page.path)?;
        for (name, value) in fixed(&page.bodies[0].response) {
            if name != "content-type" {
                writeln!(
                    locations,
                    "  add_header {name} \"{}\" always;",
                    value.replace('"', "\\\"")
                )?;
            }
        }
        writeln!(locations, "}}")?;
    }
    let configuration = folder.join("nginx.conf");
    let text = format!(
        "load_module {module};
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log error;
worker_rlimit_nofile 20000;
events {{ worker_connections 11000; }}
http {{
access_log off; server_tokens off; sendfile on; tcp_nopush on; tcp_nodelay on;
keepalive_requests 1000000000; keepalive_timeout 600s; reset_timedout_connection on;
{cache}
types {{ text/html html; }} charset utf-8; default_type text/html;
gzip off; gzip_static on; gzip_vary on; brotli_static on;
client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3; uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
server {{ listen {address} backlog=4096; root {root}; error_page 404 /404;
{locations} }} }}
",
        module = module.display(),
        folder = folder.display(),
        cache = match keeps_open {
            true => "open_file_cache max=10000 inactive=600s; open_file_cache_valid 600s;",
            false => "",
        },
        root = root.display(),
    );
    fs::write(&configuration, text)?;
    Ok(Some(Nginx {
        folder: folder.to_owned(),
        configuration,
        address,
    }))
}

impl Nginx {
    pub fn start(&self) -> Result<Running> {
        let mut command = Command::new("nginx");
        command
            .arg("-p")
            .arg(&self.folder)
            .arg("-c")
            .arg(&self.configuration);
        // Before it has read that in its configuration.
        command.arg("-e").arg(self.folder.join("nginx.log"));
        let server = Running::start(&command, self.address)?;
        Client::connect_within(self.address, Duration::from_secs(20))?;
        Ok(server)
    }
}
