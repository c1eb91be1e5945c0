//! What is asked of the workers over HTTP.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use super::client::Client;
use super::fault::Fault;
use super::parameters::Parameters;
use super::server::Site;
use super::table::within;
use super::task::Task;
use super::work::Request;

/// Somebody who asks a site.
pub struct Visitor {
    pub site: Arc<Site>,
    client: Client,
}

impl FromRequestParts<Arc<Site>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        let client = Client::from_request_parts(parts, site).await?;
        let site = Arc::clone(site);
        Ok(Visitor { site, client })
    }
}

impl Visitor {
    /// What a worker finds in this time.
    pub async fn run<T: Task>(&self, time: Duration, task: T) -> Result<T::Answer, Fault> {
        let request = within(time, self.client.clone());
        self.site.workers.run(request, task).await
    }
}

/// Something that somebody asks with parameters, and that a worker finds out.
pub struct Inquiry {
    pub site: Arc<Site>,
    pub client: Client,
    parameters: Parameters,
}

impl FromRequestParts<Arc<Site>> for Inquiry {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Response> {
        let Ok(client) = Client::from_request_parts(parts, site).await;
        let parameters = Parameters::from_request_parts(parts, site).await?;
        Ok(Inquiry::new(Arc::clone(site), client, parameters))
    }
}

impl Inquiry {
    pub fn new(site: Arc<Site>, client: Client, parameters: Parameters) -> Self {
        Inquiry {
            site,
            client,
            parameters,
        }
    }

    /// The parameters, none but these.
    pub fn only(&self, known: &[&str]) -> Result<&Parameters, Fault> {
        self.parameters.only(known)?;
        Ok(&self.parameters)
    }

    /// The parameters of a question about a position or a sum: `game` and
    /// `position`, or `expression`, these, and how long it may take.
    pub fn about(&self, known: &[&str]) -> Result<&Parameters, Fault> {
        let subject = &["game", "position", "expression"][..];
        self.only(&[subject, known, &["seconds", "watch"]].concat())
    }

    /// What a worker finds in the time that was asked for.
    pub async fn run<T: Task>(&self, task: T) -> Result<T::Answer, Fault> {
        self.run_within(self.parameters.time()?, task).await
    }

    /// What a worker finds in this time.
    pub async fn run_within<T: Task>(&self, time: Duration, task: T) -> Result<T::Answer, Fault> {
        let watch = self.parameters.get("watch");
        let request = Request {
            client: self.client.clone(),
            time,
            watch: watch.map(|watch| watch.chars().take(64).collect()),
        };
        self.site.workers.run(request, task).await
    }
}
