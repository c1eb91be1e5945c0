//! The game tree of a small position.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::sync::Arc;
use values::{Arena, Budget, Notation, Player};

use crate::host::Picture;
use crate::settings::{self, NOTATION};
use crate::{Asked, Desk, Exit, Question, SUBJECT, Setting, Stop, Takes, Trouble, json};
use positions::{Board, Solvers, Sum};

/// `legatus tree`.
pub static QUESTION: Question = Question {
    name: "tree",
    about: "Show the game tree of a small position",
    help: "Each node is a board with its value; the options of both players are below it, Left's \
           first. Values are found from the smallest positions up, as far as 100000 positions \
           lead; a larger one has `?` in its place.",
    words: &[SUBJECT],
    settings: &[
        Setting::new(
            "svg",
            Takes::Text("FILE"),
            "Draw into a file; `-` is standard output",
        ),
        Setting::new(
            "depth",
            Takes::Number("MOVES", 0, u32::MAX as u64),
            "Show so many moves deep",
        ),
        Setting::new(
            "most",
            Takes::Number("NODES", 1, 5000),
            "Stop with an error if there are more nodes than this, at most 5000",
        )
        .or("500"),
        settings::json(
            "Print a JSON object: position, value (null if it was not found), left and right \
             (lists of the same; null where --depth ends)",
        )
        .not_with(&["svg"]),
        NOTATION,
    ],
    examples: &[
        "legatus tree clobber XXO",
        "legatus tree legionnaires 2x3 --svg tree.svg",
        "legatus tree domineering 4x4 --depth 1 --notation unicode",
        "legatus tree clobber XO --json",
    ],
    web: None,
    answer,
};

/// Values that take a look at more positions than this are left out.
const MOST_POSITIONS: u64 = 100_000;

/// How much of a tree to show.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// So many moves deep.
    pub depth: u32,
    /// No more nodes.
    pub most: u16,
    /// How values are written.
    pub notation: Notation,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions {
            depth: u32::MAX,
            most: 500,
            notation: Notation::Ascii,
        }
    }
}

/// The nodes of a tree: every node comes before its options, and those are one
/// deeper, Left's first. Its JSON is objects in lists in objects.
pub struct TreeAnswer {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
}

/// A position in a tree: how it was reached and its value.
pub struct TreeNode {
    board: Arc<Board>,
    /// Who moved here; nobody to the root.
    pub player: Option<Player>,
    /// The position.
    pub text: String,
    /// Nothing if it takes too long to find.
    pub value: Option<String>,
    /// How many moves below the root.
    pub depth: u32,
    /// Whether its options are there.
    open: bool,
}

/// Finds the tree of a position, with values.
pub fn tree(desk: &mut Desk, sum: &Sum, options: &TreeOptions) -> Result<TreeAnswer, Trouble> {
    let Some(board) = sum.board() else {
        return Err(Trouble::domain("a tree needs a game and a position"));
    };
    sum.finite()?;
    let grown = desk.working(|_, arena| options.grow(board, arena.budget()))?;
    let Some(mut tree) = grown else {
        let message = format!(
            "the tree has more than {} nodes; see --depth and --most",
            options.most
        );
        return Err(Trouble::limit(message));
    };
    desk.working(|_, arena| {
        // A count of its own, and values that no other question needs.
        let budget = arena.budget().clone().with_steps(MOST_POSITIONS);
        let mut arena = Arena::with_budget(budget);
        options.evaluate(&mut Solvers::default(), &mut arena, &mut tree.nodes)
    })?;
    Ok(tree)
}

fn answer(desk: &mut Desk, asked: &Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
    let usual = TreeOptions::default();
    let options = TreeOptions {
        depth: asked.number("depth")?.unwrap_or(usual.depth),
        most: asked.number("most")?.unwrap_or(usual.most),
        notation: asked.notation(),
    };
    desk.ask(&asked.words, out, &mut |desk, sum, _, out| {
        let tree = tree(desk, sum, &options)?;
        let picture = || desk.host().picture(&Picture::Tree(&tree.nodes));
        match asked.text("svg") {
            None if desk.json() => writeln!(out, "{}", object(&tree.nodes))?,
            None => out.write_all(text(&tree.nodes).as_bytes())?,
            Some("-") => out.write_all(picture().as_bytes())?,
            Some(file) => {
                fs::write(file, picture()).map_err(|error| Stop::file(file, &error))?;
            }
        }
        Ok(Exit::Answered)
    })
}

impl TreeOptions {
    /// The tree from here, without values; nothing if it is too large.
    fn grow(&self, root: &Arc<Board>, budget: &Budget) -> values::Result<Option<TreeAnswer>> {
        let mut nodes = Vec::new();
        let mut todo = vec![(None, Arc::clone(root), 0)];
        while let Some((player, board, depth)) = todo.pop() {
            if nodes.len() == usize::from(self.most) {
                return Ok(None);
            }
            let open = depth < self.depth;
            if open {
                let first = todo.len();
                for player in Player::BOTH {
                    let mut seen = HashSet::new();
                    for (_, after) in board.moves(player, budget)? {
                        if seen.insert(after.text()) {
                            todo.push((Some(player), after, depth + 1));
                        }
                    }
                }
                todo[first..].reverse();
            }
            nodes.push(TreeNode {
                text: board.text(),
                board,
                player,
                value: None,
                depth,
                open,
            });
        }
        Ok(Some(TreeAnswer { nodes }))
    }

    /// Adds the values, those of options before those of the positions they
    /// are options of; none after the limits are met.
    fn evaluate(
        &self,
        solvers: &mut Solvers,
        arena: &mut Arena,
        nodes: &mut [TreeNode],
    ) -> values::Result<()> {
        for node in nodes.iter_mut().rev() {
            let value = Sum::from(Arc::clone(&node.board)).value(solvers, arena);
            let text = value.and_then(|value| arena.text(value, self.notation));
            node.value = match text {
                Ok(text) => Some(text),
                Err(error) if error.is_limit() => None,
                Err(error) => return Err(error),
            };
        }
        Ok(())
    }
}

impl TreeNode {
    /// The value, or that it is not known.
    #[must_use]
    pub fn label(&self) -> &str {
        self.value.as_deref().unwrap_or("?")
    }
}

/// Objects in lists in objects, by hand: a tree may be as deep as no machine
/// stack is. Writing to memory does not fail.
fn object(nodes: &[TreeNode]) -> String {
    let mut text = String::new();
    // The lists that are open: whose options, and whether there is one.
    let mut lists: Vec<(Player, bool)> = Vec::new();
    let close = |text: &mut String, (player, _)| match player {
        Player::Left => text.push_str("],\"right\":[]}"),
        Player::Right => text.push_str("]}"),
    };
    for node in nodes {
        for list in lists.drain(node.depth as usize..).rev() {
            close(&mut text, list);
        }
        if let (Some((list, any)), Some(player)) = (lists.last_mut(), node.player) {
            if *list != player {
                text.push_str("],\"right\":[");
                (*list, *any) = (player, false);
            }
            if std::mem::replace(any, true) {
                text.push(',');
            }
        }
        let (position, value) = (json::text(&node.text), json::text(&node.value));
        let _ = write!(text, "{{\"position\":{position},\"value\":{value},");
        match node.open {
            true => {
                text.push_str("\"left\":[");
                lists.push((Player::Left, false));
            }
            false => text.push_str("\"left\":null,\"right\":null}"),
        }
    }
    for list in lists.into_iter().rev() {
        close(&mut text, list);
    }
    text
}

fn text(nodes: &[TreeNode]) -> String {
    let mut text = String::new();
    for node in nodes {
        let indent = "  ".repeat(node.depth as usize);
        let side = node
            .player
            .map_or(String::new(), |player| format!("{player}: "));
        // Writing to memory does not fail.
        let _ = writeln!(text, "{indent}{side}{}  = {}", node.text, node.label());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, player: Option<Player>) -> TreeNode {
        TreeNode {
            board: positions::read("nim", "1").unwrap(),
            player,
            text: "1".into(),
            value: None,
            depth,
            open: true,
        }
    }

    /// As deep as no machine stack is.
    #[test]
    fn deep_trees_are_printed() {
        let last = 50_000;
        let mut deep = vec![node(0, None)];
        deep.extend((1..=last).map(|depth| node(depth, Some(Player::Right))));
        let object = object(&deep);
        assert_eq!(object.matches("position").count(), last as usize + 1);
        assert!(object.ends_with(&format!("\"right\":[]}}{}", "]}".repeat(last as usize))));
    }

    #[test]
    fn options_are_in_the_lists_of_their_players() {
        let (left, right) = (Some(Player::Left), Some(Player::Right));
        let mut nodes = vec![node(0, None), node(1, left), node(2, right)];
        nodes.extend([node(1, left), node(1, right)]);
        nodes[3].open = false;
        let start = "{\"position\":\"1\",\"value\":null,";
        let leaf = format!("{start}\"left\":[],\"right\":[]}}");
        let first = format!("{start}\"left\":[],\"right\":[{leaf}]}}");
        let shut = format!("{start}\"left\":null,\"right\":null}}");
        let whole = format!("{start}\"left\":[{first},{shut}],\"right\":[{leaf}]}}");
        assert_eq!(object(&nodes), whole);
    }
}
