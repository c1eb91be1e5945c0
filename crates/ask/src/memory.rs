//! How much memory the work may take: `--memory`, or half of what there is.

use std::fs;
use std::path::{Path, PathBuf};

/// When the system does not tell how much memory it has.
const FALLBACK: u64 = 2 << 30;

/// Half of what the machine, the control groups of this process and its
/// `ulimit -v` allow.
#[must_use]
pub fn default_limit() -> u64 {
    let system = [machine(), groups(), address_space()];
    system.into_iter().flatten().min().unwrap_or(2 * FALLBACK) / 2
}

/// How many bytes of memory this process takes now, if the system tells.
pub fn used() -> Option<u64> {
    bytes(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// The bytes of a line such as `VmRSS: 2048 kB`.
fn bytes(table: &str, name: &str) -> Option<u64> {
    let line = table.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The physical memory of the machine.
fn machine() -> Option<u64> {
    if let Ok(table) = fs::read_to_string("/proc/meminfo") {
        return bytes(&table, "MemTotal:");
    }
    // macOS and the BSDs.
    ["hw.memsize", "hw.physmem"].into_iter().find_map(|name| {
        let output = std::process::Command::new("sysctl")
            .args(["-n", name])
            .output()
            .ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    })
}

/// The smallest limit of the control groups this process is in, version 1
/// or 2. Each group is bounded by those above it.
fn groups() -> Option<u64> {
    let table = fs::read_to_string("/proc/self/cgroup").ok()?;
    let limits = table
        .lines()
        .filter_map(group)
        .flat_map(|(root, path, file)| {
            let mut limits = Vec::new();
            // Inside a container the path may be the host's and not exist here;
            // its ancestors then lead to the container's own root.
            for group in Path::new(&path).ancestors() {
                let group = group.strip_prefix("/").unwrap_or(group);
                let text = fs::read_to_string(root.join(group).join(file));
                limits.extend(text.ok().and_then(|text| text.trim().parse::<u64>().ok()));
            }
            limits
        });
    limits.min()
}

/// The mount point, the path and the limit's file for a line of
/// `/proc/self/cgroup`, if it is about memory.
fn group(line: &str) -> Option<(PathBuf, String, &'static str)> {
    let mut fields = line.splitn(3, ':');
    let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
    let (root, file) = if controllers.is_empty() {
        ("/sys/fs/cgroup", "memory.max")
    } else if controllers.split(',').any(|name| name == "memory") {
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
    } else {
        return None;
    };
    Some((root.into(), path.into(), file))
}

/// The soft limit of the address space.
fn address_space() -> Option<u64> {
    limits(&fs::read_to_string("/proc/self/limits").ok()?)
}

fn limits(table: &str) -> Option<u64> {
    let line = table
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_tables_are_understood() {
        let table = "MemFree: 1 kB\nMemTotal:       24576 kB\n";
        let used = bytes("VmPeak:\t 9 kB\nVmRSS:\t    2048 kB\n", "VmRSS:");
        assert_eq!(bytes(table, "MemTotal:"), Some(24 << 20));
        assert_eq!(used, Some(2 << 20));
        assert_eq!(bytes("MemTotal: much", "MemTotal:"), None);
        let table = "Limit  Soft  Hard\nMax address space         4194304  unlimited  bytes\n";
        assert_eq!(limits(table), Some(4 << 20));
        assert_eq!(limits("Max address space unlimited unlimited bytes"), None);
        let (root, path, file) = group("0::/user.slice").unwrap();
        assert_eq!(root.to_str(), Some("/sys/fs/cgroup"));
        assert_eq!((path.as_str(), file), ("/user.slice", "memory.max"));
        let (root, ..) = group("4:memory:/a").unwrap();
        assert_eq!(root.to_str(), Some("/sys/fs/cgroup/memory"));
        assert_eq!(group("5:devices:/"), None);
    }
}
