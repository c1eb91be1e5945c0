//! `legatus tables`: the papers' tables, computed and compared.

mod state;

use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use values::Budget;

use super::progress::{Progress, Work};
use super::{Exit, Interrupts, Limits, Printing, Stop, interrupt, json, known};
use calc::nearest;
use papers::{Agreement, Context, Exhibit, Figure, PAPERS, Paper, Table, Trouble, render};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use state::State;

/// Compute the papers' tables and compare them with the print
///
/// Without arguments, lists the papers and their tables. Every row says
/// whether the computed cell agrees with the printed one, fills a blank,
/// differs for a reason that is given, was skipped (see --full), or disagrees;
/// if one disagrees, the exit code is 1. The table `records` has what the field
/// has open, as far as this program gets in minutes; `all` leaves it out.
#[derive(Args)]
#[command(after_help = "\
Examples:
  legatus tables
  legatus tables nim
  legatus tables legionnaires 4.5
  legatus tables legionnaires 4.6 --json
  legatus tables records clobber-xxo
  legatus tables records octal-161 --state records.txt
  legatus tables legionnaires 4.4 --figures .
  legatus tables nim --markdown > tables.md")]
pub struct Arguments {
    /// A paper, or `all`
    #[arg(value_name = "PAPER", value_parser = known::paper(), hide_possible_values = true)]
    paper: Option<String>,

    /// One of its tables, such as 4.1
    #[arg(value_name = "TABLE", value_parser = known::table(), hide_possible_values = true)]
    table: Option<String>,

    /// Compute the slow parts too
    #[arg(long)]
    full: bool,

    /// Keep every slow row of the records in this file as soon as it is
    /// computed, and go on from what is there
    #[arg(long, value_name = "FILE", requires = "paper")]
    state: Option<PathBuf>,

    /// Write the figures that belong to the tables into this directory, as SVG
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,

    /// Print Markdown
    #[arg(long, group = "form")]
    markdown: bool,

    /// Print CSV
    #[arg(long, group = "form")]
    csv: bool,

    /// Print a JSON object: papers (name, title, tables), figures and
    /// disagreements (their number)
    #[arg(long, group = "form")]
    json: bool,

    #[command(flatten)]
    printing: Printing,

    #[command(flatten)]
    limits: Limits,
}

/// What has come out so far.
#[derive(Default)]
struct Record {
    agreements: Vec<Agreement>,
    disagreements: usize,
    figures: Vec<String>,
}

/// Papers with their tables, computed or only named.
#[derive(Serialize)]
struct TablesAnswer<'a, T> {
    papers: Vec<PaperAnswer<T>>,
    #[serde(flatten)]
    found: Option<FoundAnswer<'a>>,
}

#[derive(Serialize)]
struct PaperAnswer<T> {
    name: &'static str,
    title: &'static str,
    tables: Vec<T>,
}

#[derive(Serialize)]
struct ExhibitAnswer {
    id: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct FoundAnswer<'a> {
    figures: &'a [String],
    disagreements: usize,
}

impl ExhibitAnswer {
    fn of(exhibit: &Exhibit) -> Self {
        ExhibitAnswer {
            id: exhibit.id,
            title: exhibit.title,
        }
    }
}

impl Arguments {
    pub fn run(self, out: &mut dyn Write) -> Result<Exit, Stop> {
        match self.answer(out) {
            // As for every question, a program gets an object.
            Err(Stop {
                exit,
                message: Some(text),
            }) if self.json => {
                let message = Some(text);
                writeln!(out, "{}", Stop { exit, message }.object())?;
                Ok(exit)
            }
            answer => answer,
        }
    }

    fn answer(&self, out: &mut dyn Write) -> Result<Exit, Stop> {
        let Some(name) = &self.paper else {
            self.list(out)?;
            return Ok(Exit::Answered);
        };
        let chosen = choose(name, self.table.as_deref())?;
        let mut state = match &self.state {
            Some(_) if !keeps_answers(&chosen) => {
                let why = "--state keeps rows of `records`, and nothing of other tables";
                return Err(Stop::new(Exit::BadInput, why));
            }
            Some(file) => Some(State::open(file)?),
            None => None,
        };
        if let Some(directory) = &self.figures {
            let unwritten = |error| Stop::file(&directory.display().to_string(), &error);
            fs::create_dir_all(directory).map_err(unwritten)?;
        }
        let budget = self.limits.budget();
        let interrupts = interrupt::watch(budget.stop_flag())?;
        let mut record = Record::default();
        let (begun, total) = (
            Instant::now(),
            chosen.iter().map(|(_, e)| e.len() as u128).sum(),
        );
        let mut done = 0;
        if self.csv {
            out.write_all(render::CSV_HEADING.as_bytes())?;
        }
        let mut papers = Vec::new();
        for (paper, exhibits) in chosen {
            if self.markdown {
                writeln!(out, "# {}\n", paper.title)?;
            } else if !self.csv && !self.json {
                writeln!(out, "{}\n", paper.title)?;
            }
            let mut objects = Vec::new();
            for exhibit in exhibits {
                let work = Work {
                    beside: Some(("positions", budget.steps())),
                    earlier: (done, begun.elapsed()),
                    ..Work::on("tables", Some(total))
                };
                let (table, figures) =
                    self.compute(&budget, &interrupts, state.as_mut(), exhibit, work)?;
                done += 1;
                record.disagreements += table.disagreements();
                let text = if self.json {
                    objects.push(to_raw_value(&render::object(exhibit, &table)).ok());
                    String::new()
                } else if self.csv {
                    render::csv(paper, exhibit, &table)
                } else if self.markdown {
                    render::markdown(paper, exhibit, &table) + "\n"
                } else {
                    render::text(paper, exhibit, &table) + "\n"
                };
                out.write_all(text.as_bytes())?;
                // Somebody is waiting for the next one.
                out.flush()?;
                let agreements = table.rows.into_iter().map(|row| row.agreement);
                record.agreements.extend(agreements);
                for figure in figures {
                    record.figures.push(self.save(&figure)?);
                }
            }
            papers.push(PaperAnswer {
                name: paper.name,
                title: paper.title,
                tables: objects,
            });
        }
        self.close(&record, papers, out)?;
        Ok(match record.disagreements {
            0 => Exit::Answered,
            _ => Exit::Negative,
        })
    }

    fn list(&self, out: &mut dyn Write) -> std::io::Result<()> {
        if self.json {
            let papers = PAPERS.iter().map(|paper| PaperAnswer {
                name: paper.name,
                title: paper.title,
                tables: paper.exhibits.iter().map(ExhibitAnswer::of).collect(),
            });
            let list = TablesAnswer {
                papers: papers.collect(),
                found: None,
            };
            return json::line(out, &list);
        }
        for paper in PAPERS {
            writeln!(out, "{}: {}", paper.name, paper.title)?;
            let widths = paper.exhibits.iter().map(|e| e.id.chars().count());
            let width = widths.max().unwrap_or(0);
            for Exhibit { id, title, .. } in paper.exhibits {
                writeln!(out, "  {id:<width$}  {title}")?;
            }
        }
        Ok(())
    }

    /// The table of an exhibit and its figures, if they are asked for.
    fn compute(
        &self,
        budget: &Budget,
        interrupts: &Interrupts,
        state: Option<&mut State>,
        exhibit: &Exhibit,
        work: Work,
    ) -> Result<(Table, Vec<Figure>), Stop> {
        // Cleared when the table is done.
        let _progress = Progress::new(work);
        let mut context = Context::new(budget, self.full, self.printing.notation);
        if let Some(state) = state {
            context = context.with_answers(state);
        }
        let answer = interrupts.during(|| {
            let table = (exhibit.table)(&mut context)?;
            let figures = match (exhibit.figures, &self.figures) {
                (Some(draw), Some(_)) => draw(&mut context)?,
                _ => Vec::new(),
            };
            Ok((table, figures))
        });
        answer.map_err(|trouble: Trouble| match &trouble {
            Trouble::Stopped(values::Error::Interrupted) => {
                Stop::verbatim(Exit::Interrupted, "interrupted".into())
            }
            Trouble::Stopped(_) => Stop::new(Exit::Limit, trouble),
            Trouble::Data(_) => Stop::new(Exit::BadInput, trouble),
        })
    }

    fn save(&self, figure: &Figure) -> Result<String, Stop> {
        let directory = self.figures.as_deref().unwrap_or(Path::new("."));
        let path = directory.join(&figure.file);
        let name = path.display().to_string();
        fs::write(&path, &figure.svg).map_err(|error| Stop::file(&name, &error))?;
        Ok(name)
    }

    /// What there is to say about all of it together.
    fn close(
        &self,
        record: &Record,
        papers: Vec<PaperAnswer<Option<Box<RawValue>>>>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        if self.json {
            let found = Some(FoundAnswer {
                figures: &record.figures,
                disagreements: record.disagreements,
            });
            return json::line(out, &TablesAnswer { papers, found });
        }
        if self.csv {
            return Ok(());
        }
        for name in &record.figures {
            writeln!(out, "wrote {name}")?;
        }
        writeln!(out, "{}", render::summary(record.agreements.iter()))
    }
}

type Chosen = Vec<(&'static Paper, Vec<&'static Exhibit>)>;

/// Open tables of the field, which are no paper and take longer than all.
const RECORDS: &str = "records";

/// Whether rows of these tables can be kept.
fn keeps_answers(chosen: &Chosen) -> bool {
    chosen.iter().any(|(paper, _)| paper.name == RECORDS)
}

/// The papers and tables that are asked for.
fn choose(name: &str, table: Option<&str>) -> Result<Chosen, Stop> {
    let papers: Vec<&Paper> = PAPERS
        .into_iter()
        .filter(|paper| match name {
            "all" => paper.name != RECORDS,
            _ => name.eq_ignore_ascii_case(paper.name),
        })
        .collect();
    if papers.is_empty() {
        let names = PAPERS.iter().map(|paper| paper.name).chain(["all"]);
        return Err(unknown("paper", name, names.collect()));
    }
    let Some(id) = table else {
        let all = |paper: &'static Paper| (paper, paper.exhibits.iter().collect());
        return Ok(papers.into_iter().map(all).collect());
    };
    let with = |paper: &'static Paper| {
        let exhibits = paper.exhibits.iter();
        let found: Vec<&Exhibit> = exhibits.filter(|e| e.id.eq_ignore_ascii_case(id)).collect();
        (!found.is_empty()).then_some((paper, found))
    };
    let chosen: Chosen = papers.iter().copied().filter_map(with).collect();
    if chosen.is_empty() {
        let ids = papers.iter().flat_map(|paper| paper.exhibits);
        return Err(unknown("table", id, ids.map(|e| e.id).collect()));
    }
    Ok(chosen)
}

fn unknown(what: &str, name: &str, known: Vec<&str>) -> Stop {
    let advice = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.join(", ")),
    };
    let name = name.escape_debug();
    Stop::new(
        Exit::BadInput,
        format!("there is no {what} `{name}`; {advice}"),
    )
}
