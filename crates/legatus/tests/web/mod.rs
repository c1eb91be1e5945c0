//! A server and a browser to test the workbench with.

pub mod crash;
#[cfg(feature = "browser-tests")]
pub mod desk;
#[cfg(feature = "browser-tests")]
pub mod driver;
pub mod request;
pub mod server;
