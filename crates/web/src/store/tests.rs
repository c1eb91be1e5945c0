//! The store on a disk that fails.

use super::*;
use redb::StorageBackend;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::sync::{Mutex, MutexGuard};

fn file(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("legatus-{name}-{}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

fn open(file: &Path) -> Result<Store, Unstored> {
    Store::open(file, || true)
}

/// Keeps something, or says why not.
fn put(store: &Store, key: &str, value: &[u8]) -> Result<(), Unstored> {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let put = store.put(key, Some(value.to_vec()));
    runtime.unwrap().block_on(put)
}

#[test]
fn what_is_kept_is_found_again() {
    let file = file("store");
    let store = open(&file).unwrap();
    put(&store, "game/a", b"one").unwrap();
    put(&store, "game/b", b"two").unwrap();
    put(&store, "other", b"three").unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let remove = store.put("game/a", None);
    runtime.unwrap().block_on(remove).unwrap();
    drop(store);
    let store = open(&file).unwrap();
    assert_eq!(store.get("game/a").unwrap(), None);
    let mut found = Vec::new();
    let each = |key: &str, value: &[u8]| found.push((key.to_owned(), value.to_vec()));
    store.each("game/", each).unwrap();
    assert_eq!(found, [("b".to_owned(), b"two".to_vec())]);
    drop(store);
    fs::remove_file(&file).unwrap();
}

/// A worker that was being started when its server was killed has the lock for
/// a moment.
#[test]
fn a_file_that_is_taken_is_waited_for() {
    let file = file("taken");
    drop(open(&file).unwrap());
    let other = fs::File::open(&file).unwrap();
    other.lock().unwrap();
    let refused = Store::open(&file, || false).err().unwrap().to_string();
    assert!(
        refused.starts_with("another process has it open"),
        "{refused}"
    );
    let opened = thread::scope(|scope| {
        let opened = scope.spawn(|| open(&file).map(drop));
        thread::sleep(Duration::from_millis(300));
        other.unlock().unwrap();
        opened.join().unwrap()
    });
    assert!(opened.is_ok(), "{opened:?}");
    other.lock().unwrap();
    let refused = open(&file).err().unwrap();
    assert!(matches!(refused, Unstored::Taken), "{refused}");
    fs::remove_file(&file).unwrap();
}

#[test]
fn a_newer_store_is_refused() {
    let file = file("newer");
    let database = Database::create(&file).unwrap();
    let write = database.begin_write().unwrap();
    write
        .open_table(META)
        .unwrap()
        .insert("version", 99)
        .unwrap();
    write.commit().unwrap();
    drop(database);
    let refused = open(&file).err().unwrap().to_string();
    assert!(refused.starts_with("it has version 99"), "{refused}");
    fs::remove_file(&file).unwrap();
}

/// Who was stopped while he made the store left nothing in it.
#[test]
fn an_unfinished_store_is_made_again() {
    let file = file("unfinished");
    for left in [0, 3, 1 << 20] {
        fs::write(&file, vec![0; left]).unwrap();
        let beside = file.with_file_name(format!(
            "{}.new-0",
            file.file_name().unwrap().to_str().unwrap()
        ));
        fs::write(&beside, b"redb, but not all of it").unwrap();
        let store = open(&file).unwrap();
        put(&store, "game/a", b"one").unwrap();
        drop(store);
        let store = open(&file).unwrap();
        assert_eq!(store.get("game/a").unwrap(), Some(b"one".to_vec()));
        assert!(!fs::exists(&beside).unwrap());
    }
    // What somebody else keeps there stays.
    fs::write(&file, b"a letter").unwrap();
    assert!(open(&file).is_err());
    assert_eq!(fs::read(&file).unwrap(), b"a letter");
    fs::remove_file(&file).unwrap();
}

/// A disk in memory that becomes full, or fails altogether, after a number of
/// operations.
#[derive(Clone, Debug, Default)]
struct Disk(Arc<Mutex<Plate>>);

#[derive(Debug, Default)]
struct Plate {
    bytes: Vec<u8>,
    /// What would be there after the power was cut.
    safe: Vec<u8>,
    room: Option<u64>,
    /// Whether it fails in everything then, not only where blocks are new.
    dead: bool,
    /// The blocks that were written.
    blocks: HashSet<usize>,
}

/// The size of a block.
const BLOCK: usize = 4096;

impl Disk {
    fn plate(&self) -> MutexGuard<'_, Plate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An operation on bytes from here to there.
    fn spend(&self, from: usize, to: usize) -> io::Result<MutexGuard<'_, Plate>> {
        let mut plate = self.plate();
        let blocks = from / BLOCK..to.div_ceil(BLOCK);
        let new = blocks.clone().any(|block| !plate.blocks.contains(&block));
        match plate.room {
            Some(0) if new || plate.dead => return Err(io::ErrorKind::StorageFull.into()),
            Some(room) => plate.room = Some(room.saturating_sub(1)),
            None => {}
        }
        plate.blocks.extend(blocks);
        Ok(plate)
    }

    /// A store on the disk.
    fn store(&self) -> Result<Store, Unstored> {
        let disk = self.clone();
        Store::on(move || {
            let database = Database::builder().create_with_backend(disk.clone())?;
            opening::check(&database)?;
            Ok(database)
        })
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.plate().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let (plate, from) = (self.plate(), offset as usize);
        let bytes = plate.bytes.get(from..from + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        // A file grows by holes.
        self.spend(0, 0)?.bytes.resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut plate = self.spend(0, 0)?;
        plate.safe = plate.bytes.clone();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let from = offset as usize;
        let mut plate = self.spend(from, from + data.len())?;
        plate.bytes[from..from + data.len()].copy_from_slice(data);
        Ok(())
    }
}

/// All of it, or none, whenever the disk becomes full: what was acknowledged
/// is there at once, after there is room again, and after a cut of the power.
#[test]
fn a_full_disk_loses_nothing_and_saving_goes_on() {
    let key = |number: usize| format!("game/{number}");
    let mut refusals = 0;
    for (room, dead) in (0..).flat_map(|room| [(room, false), (room, true)]) {
        let disk = Disk::default();
        let store = disk.store().unwrap();
        let mut kept: Vec<usize> = Vec::new();
        disk.plate().room = Some(room);
        disk.plate().dead = dead;
        for number in 0..6 {
            if put(&store, &key(number), &[number as u8; 3000]).is_ok() {
                kept.push(number);
            }
        }
        let all = kept.len() == 6;
        refusals += 6 - kept.len();
        let verify = |store: &Store, kept: &[usize], when: &str| {
            for &number in kept {
                let found = store.get(&key(number)).unwrap();
                assert_eq!(found, Some(vec![number as u8; 3000]), "{room}, {when}");
            }
        };
        if !dead {
            verify(&store, &kept, "full");
        }
        disk.plate().room = None;
        put(&store, &key(6), &[6; 3000]).unwrap();
        kept.push(6);
        verify(&store, &kept, "room again");
        // The power is cut.
        let safe = disk.plate().safe.clone();
        let cut = Disk::default();
        cut.plate().bytes = safe;
        verify(&cut.store().unwrap(), &kept, "cut");
        drop(store);
        verify(&disk.store().unwrap(), &kept, "started again");
        if dead && all {
            break;
        }
    }
    assert!(refusals > 20, "{refusals}");
}

/// A store that was being made when the disk became full is made later.
#[test]
fn a_full_disk_at_the_first_start_is_no_harm() {
    for room in 0.. {
        let disk = Disk::default();
        disk.plate().room = Some(room);
        let begun = disk.store();
        let fine = begun
            .as_ref()
            .is_ok_and(|store| put(store, "a", b"b").is_ok());
        drop(begun);
        disk.plate().room = None;
        // As when the file is not put in its place.
        if disk.plate().bytes.iter().take(4).all(|&byte| byte == 0) {
            disk.plate().bytes.clear();
        }
        let store = disk.store().unwrap();
        put(&store, "a", b"c").unwrap();
        assert_eq!(store.get("a").unwrap(), Some(b"c".to_vec()));
        if fine {
            break;
        }
    }
}
