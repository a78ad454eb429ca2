//! `site-place`: the program on the serving machine. It is the only program that the publishing keys may run.

use clap::{Args, Parser, ValueEnum};
use rustix::process::geteuid;
use site_place::machine::{Failure, Machine};
use site_place::request::Request;
use site_place::state::State;
use std::env;
use std::io::{self, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AFTER_HELP: &str = "\
SITE_PLACE_FOLDER names the folder of the place, /var/lib/site-place without it.

Exit codes:
  0  done
  1  refused, or it could not be done; the live version hasn't changed
  2  unknown";

/// The place of a site on this machine: keeps its versions, and decides which one is live.
#[derive(Parser)]
#[command(name = "site-place", version, after_help = AFTER_HELP)]
enum Command {
    /// Answer the request in SSH_ORIGINAL_COMMAND: the forced command of a key in authorized_keys
    Key {
        /// The requests that the key may send
        rights: Rights,
    },
    /// Print the state as JSON
    Status,
    /// Make sure that only the live version's server runs, after a crash or a restart of the machine
    Repair,
    /// Create the first state, importing it from an older site-place if there is one
    Init {
        /// The newest commit of main whose changes are all approved
        #[arg(long, value_name = "COMMIT")]
        approved: String,
    },
    /// Make an earlier version live, and put publishing on hold
    Back {
        /// The digest, as `status` prints it
        digest: String,
        #[command(flatten)]
        person: Person,
    },
    /// Put publishing on hold until someone releases it
    Hold(Person),
    /// End a hold
    Release(Person),
    /// Declare a commit approved if the program that checks approvals doesn't work. The record shows it
    ApproveByHand {
        commit: String,
        #[command(flatten)]
        person: Person,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rights {
    /// Only the state
    Read,
    /// Everything that publishing needs
    Write,
}

#[derive(Args)]
struct Person {
    /// The person who decides this
    #[arg(long)]
    who: String,
    /// The reason, which the record keeps
    #[arg(long)]
    reason: String,
}

fn main() -> ExitCode {
    match run(Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("site-place: {failure}");
            ExitCode::from(match failure {
                Failure::No(_) => 1,
                Failure::Unknown(_) => 2,
            })
        }
    }
}

fn run(command: Command) -> Result<(), Failure> {
    let folder =
        env::var_os("SITE_PLACE_FOLDER").map_or("/var/lib/site-place".into(), PathBuf::from);
    let units = env::var("SITE_PLACE_SYSTEMCTL")
        .map_or_else(|_| Default::default(), site_place::machine::Units::of);
    become_owner(&folder)?;
    let machine = Machine::open(folder, units)?;
    match command {
        Command::Key { rights } => answer(&machine, &request(rights)?),
        Command::Status => answer(&machine, &Request::Status),
        Command::Repair => machine.repair().map(|_| ()),
        Command::Init { approved } => machine.init(&approved).map(|_| ()),
        Command::Back { digest, person } => {
            let from = machine
                .state()?
                .live_digest()
                .unwrap_or_default()
                .to_owned();
            let Person { who, reason } = person;
            answer(
                &machine,
                &Request::Back {
                    digest,
                    from,
                    who,
                    reason,
                },
            )
        }
        Command::Hold(Person { who, reason }) => answer(
            &machine,
            &Request::Hold {
                who,
                reason,
                if_free: false,
            },
        ),
        Command::Release(Person { who, reason }) => answer(
            &machine,
            &Request::Release {
                who,
                reason,
                of: None,
            },
        ),
        Command::ApproveByHand { commit, person } => {
            let Person { who, reason } = person;
            answer(
                &machine,
                &Request::Approve {
                    commit,
                    who,
                    reason,
                },
            )
        }
    }
}

/// Restarts the program as the owner of the place if it runs as root. Otherwise the owner couldn't change the files that it writes.
fn become_owner(folder: &Path) -> Result<(), Failure> {
    let Ok(metadata) = folder.metadata() else {
        return Ok(());
    };
    let program = env::current_exe();
    let (true, true, Ok(program)) = (geteuid().is_root(), metadata.uid() != 0, program) else {
        return Ok(());
    };
    let mut again = std::process::Command::new(program);
    again.args(env::args_os().skip(1));
    let error = again.uid(metadata.uid()).gid(metadata.gid()).exec();
    Err(Failure::Unknown(format!(
        "expected to run as the owner of {}, found {error}",
        folder.display()
    )))
}

/// Reads the request of a key.
fn request(rights: Rights) -> Result<Request, Failure> {
    let text = env::var("SSH_ORIGINAL_COMMAND").unwrap_or_default();
    let request: Request = serde_json::from_str(&text).map_err(|error| {
        Failure::Unknown(format!(
            "expected a request of site-place {}, found {text:?}: {error}. If the request is newer, install a newer site-place as root: deploy/publish/install.sh",
            env!("CARGO_PKG_VERSION")
        ))
    })?;
    let is_allowed = match rights {
        Rights::Read => request == Request::Status,
        Rights::Write => !matches!(request, Request::Approve { .. }),
    };
    if !is_allowed {
        return Err(Failure::No(
            "expected a request that this key may send, found another one".to_owned(),
        ));
    }
    Ok(request)
}

/// Executes a request, and prints the answer.
fn answer(machine: &Machine, request: &Request) -> Result<(), Failure> {
    match request {
        Request::Status => print_state(&machine.state()?),
        Request::Keep(upload) => print_state(&machine.keep(upload, io::stdin().lock())?),
        Request::Get { digest } => {
            // The reader may have closed the pipe.
            _ = io::copy(&mut machine.server(digest)?, &mut io::stdout().lock());
        }
        Request::Parts => {
            let mut text = String::new();
            for (name, at) in machine.parts()? {
                text += &format!("{name} {at}\n");
            }
            _ = io::stdout().write_all(text.as_bytes());
        }
        _ => print_state(&machine.change(request)?),
    }
    Ok(())
}

/// Prints a state. The change is already complete, so a cut connection doesn't affect it.
fn print_state(state: &State) {
    let mut json = serde_json::to_vec_pretty(state).unwrap_or_default();
    json.push(b'\n');
    _ = io::stdout().write_all(&json);
}
