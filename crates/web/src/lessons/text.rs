//! How the text of a lesson is written.
//!
//! The first lines are `title:`, `about:` and `words:`. Blocks are parted by blank lines:
//! paragraphs, `## ` headings, lists whose items begin with `- `, and what
//! begins with `@` (see [`Block`]), followed by lines `key: text`. Within text
//! `*so*` is emphasised, `` `so` `` is code, `$so$` a value, `[so](/there)` a
//! link, and `[[so]]` a [`Claim`].

use super::{Claim, Exercise, Start};

/// A lesson.
pub struct Lesson {
    /// Its address below `/learn/`.
    pub name: &'static str,
    pub title: String,
    /// What one learns, in a sentence.
    pub about: String,
    /// The words of the glossary that it explains, by their keys.
    pub words: Vec<String>,
    pub blocks: Vec<Block>,
}

/// A part of a lesson.
pub enum Block {
    Heading(String),
    Paragraph(Vec<Span>),
    List(Vec<Vec<Span>>),
    /// `@figure GAME POSITION …`: a row of positions to look at; `@graph EXPR`: a
    /// thermograph. `caption:` is below.
    Figure(Figure, Vec<Span>),
    /// Everything else with `@`.
    Exercise(Box<Exercise>),
}

/// A picture.
pub enum Figure {
    Boards(Vec<Start>),
    Graph(String),
}

/// A part of a text.
#[derive(Debug)]
pub enum Span {
    Text(String),
    Emphasis(String),
    Code(String),
    /// A value in the calculator's notation.
    Value(String),
    Link(String, String),
    Claim(Claim),
}

impl Lesson {
    /// Reads a lesson, or says what is wrong with it.
    pub fn read(name: &'static str, text: &str) -> Result<Lesson, String> {
        let mut blocks = text
            .split("\n\n")
            .map(|block| block.trim_matches('\n'))
            .filter(|block| !block.is_empty());
        let head = Fields::read(blocks.next().unwrap_or(""))?;
        let mut lesson = Lesson {
            name,
            title: head.need("title")?.to_owned(),
            about: head.need("about")?.to_owned(),
            words: listed(head.get("words").unwrap_or("")),
            blocks: Vec::new(),
        };
        let mut number = 0;
        for block in blocks {
            let read = read_block(block, &mut number);
            let read = read.map_err(|why| format!("{why}, in: {block}"))?;
            lesson.blocks.push(read);
        }
        Ok(lesson)
    }

    /// The exercises, in order.
    pub fn exercises(&self) -> impl Iterator<Item = &Exercise> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Exercise(exercise) => Some(&**exercise),
            _ => None,
        })
    }

    /// How many of them ask something.
    pub fn questions(&self) -> usize {
        let asks = |exercise: &&Exercise| exercise.task.asks();
        self.exercises().filter(asks).count()
    }

    /// All texts of the lesson.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &Span> {
        self.blocks.iter().flat_map(|block| match block {
            Block::Heading(_) => Vec::new(),
            Block::Paragraph(spans) | Block::Figure(_, spans) => spans.iter().collect(),
            Block::List(items) => items.iter().flatten().collect(),
            Block::Exercise(exercise) => exercise.texts().collect(),
        })
    }
}

fn read_block(block: &str, number: &mut usize) -> Result<Block, String> {
    if let Some(heading) = block.strip_prefix("## ") {
        return Ok(Block::Heading(heading.to_owned()));
    }
    if let Some(list) = block.strip_prefix("- ") {
        let items = list.split("\n- ").map(|item| spans(&joined(item)));
        return Ok(Block::List(items.collect::<Result<_, _>>()?));
    }
    let Some(directive) = block.strip_prefix('@') else {
        return Ok(Block::Paragraph(spans(&joined(block))?));
    };
    let (first, rest) = directive.split_once('\n').unwrap_or((directive, ""));
    let (kind, subject) = first.split_once(' ').unwrap_or((first, ""));
    let fields = Fields::read(rest)?;
    let figure = match kind {
        "figure" => {
            let boards = subject.split(" ; ").map(Start::read);
            Figure::Boards(boards.collect::<Result<_, _>>()?)
        }
        "graph" => Figure::Graph(subject.to_owned()),
        _ => {
            *number += 1;
            let exercise = Exercise::read(*number, kind, subject, &fields)?;
            return Ok(Block::Exercise(Box::new(exercise)));
        }
    };
    Ok(Block::Figure(figure, fields.spans("caption")?))
}

/// What is parted by commas.
fn listed(text: &str) -> Vec<String> {
    let words = text.split(',').map(str::trim);
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Lines as one.
fn joined(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines `key: text`; a line without a key goes on with the one before.
pub struct Fields(Vec<(String, String)>);

impl Fields {
    fn read(lines: &str) -> Result<Fields, String> {
        let mut fields: Vec<(String, String)> = Vec::new();
        for line in lines.lines() {
            let key = |key: &&str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase());
            match line.split_once(": ") {
                Some((name, text)) if key(&name) => fields.push((name.into(), text.trim().into())),
                _ => {
                    let last = fields.last_mut();
                    let (_, text) = last.ok_or_else(|| format!("`{line}` has no key"))?;
                    text.push(' ');
                    text.push_str(line.trim());
                }
            }
        }
        Ok(Fields(fields))
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let field = self.0.iter().find(|(key, _)| key == name);
        field.map(|(_, text)| text.as_str())
    }

    pub fn need(&self, name: &str) -> Result<&str, String> {
        self.get(name).ok_or_else(|| format!("{name}: is missing"))
    }

    /// The text of a field, which may be missing.
    pub fn spans(&self, name: &str) -> Result<Vec<Span>, String> {
        spans(self.get(name).unwrap_or(""))
    }
}

/// The marks that begin a span, with those that end it.
const MARKS: [(&str, &str); 5] = [("[[", "]]"), ("[", ")"), ("*", "*"), ("`", "`"), ("$", "$")];

/// Reads text with marks.
pub fn spans(text: &str) -> Result<Vec<Span>, String> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let begin = rest.find(['[', '*', '`', '$']).unwrap_or(rest.len());
        if begin > 0 {
            spans.push(Span::Text(rest[..begin].to_owned()));
        }
        rest = &rest[begin..];
        let Some((open, close)) = MARKS.iter().find(|(open, _)| rest.starts_with(open)) else {
            continue;
        };
        let inside = &rest[open.len()..];
        let end = inside.find(close);
        let end = end.ok_or_else(|| format!("`{rest}` has no {close}"))?;
        spans.push(span(open, &inside[..end])?);
        rest = &inside[end + close.len()..];
    }
    Ok(spans)
}

fn span(mark: &str, inside: &str) -> Result<Span, String> {
    let text = inside.to_owned();
    Ok(match mark {
        "[[" => Span::Claim(Claim::read(inside)?),
        "[" => {
            let link = inside.split_once("](");
            let (words, address) = link.ok_or_else(|| format!("`{inside}` is no link"))?;
            Span::Link(words.to_owned(), address.to_owned())
        }
        "*" => Span::Emphasis(text),
        "`" => Span::Code(text),
        _ => Span::Value(text),
    })
}
