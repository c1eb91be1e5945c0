//! A browser, driven over the WebDriver protocol.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::request::request;

/// How long a page may take to show something.
const PATIENCE: Duration = Duration::from_secs(120);

/// A browser window.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// Something on the page, and the XPath by which it was found.
#[derive(Clone)]
pub struct Element(String, String);

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

impl Browser {
    /// Opens a window of this size.
    pub fn open(width: u32, height: u32) -> Browser {
        // A driver may find the port taken that it chose.
        let (driver, port) = (0..5)
            .find_map(|_| drive())
            .expect("chromedriver says its port");
        let mut arguments = vec![
            "--headless=new".to_owned(),
            "--disable-gpu".into(),
            "--disable-dev-shm-usage".into(),
            format!("--window-size={width},{height}"),
        ];
        // Chromium refuses to run as root with its sandbox.
        if std::fs::metadata("/proc/self").is_ok_and(|me| {
            use std::os::unix::fs::MetadataExt;
            me.uid() == 0
        }) {
            arguments.push("--no-sandbox".into());
        }
        let mut browser = Browser {
            driver,
            port,
            session: String::new(),
        };
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let made = browser.send("POST", "/session", &capabilities);
        browser.session = made["sessionId"].as_str().expect("a session").to_owned();
        browser.view(width, height);
        browser
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_send(method, path, body)
            .unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn try_send(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let body = match method {
            "GET" | "DELETE" => String::new(),
            _ => body.to_string(),
        };
        let headers = "Content-Type: application/json\r\n";
        let (status, answer) = request(self.port, method, path, headers, &body);
        let mut answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        let value = answer["value"].take();
        if status == 200 { Ok(value) } else { Err(value) }
    }

    fn at(&self, path: &str) -> String {
        format!("/session/{}{path}", self.session)
    }

    /// Goes to an address.
    pub fn go(&self, address: &str) {
        self.send("POST", &self.at("/url"), &json!({"url": address}));
    }

    pub fn address(&self) -> String {
        let address = self.send("GET", &self.at("/url"), &Value::Null);
        address.as_str().unwrap_or_default().to_owned()
    }

    /// Runs a script; what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.send(
            "POST",
            &self.at("/execute/sync"),
            &json!({"script": script, "args": []}),
        )
    }

    /// Runs a script that gives its answer to its last argument, a function.
    pub fn run_later(&self, script: &str) -> Value {
        let path = self.at("/execute/async");
        self.send("POST", &path, &json!({"script": script, "args": []}))
    }

    /// Waits for what is found by an XPath.
    pub fn find(&self, xpath: &str) -> Element {
        let asked = json!({"using": "xpath", "value": xpath});
        let begun = Instant::now();
        loop {
            match self.try_send("POST", &self.at("/element"), &asked) {
                Ok(found) => {
                    let id = found[ELEMENT].as_str().expect("an element");
                    return Element(id.to_owned(), xpath.to_owned());
                }
                Err(_) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(50)),
                Err(error) => panic!("{xpath} is not on {}: {error}", self.address()),
            }
        }
    }

    /// Something by the words that a person sees or hears.
    pub fn labelled(&self, words: &str) -> Element {
        self.find(&format!(
            "//*[self::a or self::button or self::summary][normalize-space(.)=\"{words}\"] \
             | //*[@aria-label=\"{words}\"] | //a[./strong[normalize-space(.)=\"{words}\"]]"
        ))
    }

    /// The field with this label.
    pub fn field(&self, label: &str) -> Element {
        self.find(&format!(
            "//label[starts-with(normalize-space(.),\"{label}\")]//*[self::input or self::select]"
        ))
    }

    /// Clicks on it; if the page has replaced it meanwhile, on what is there
    /// now.
    pub fn click(&self, element: &Element) {
        let path = |element: &Element| self.at(&format!("/element/{}/click", element.0));
        if self.try_send("POST", &path(element), &json!({})).is_err() {
            let again = self.find(&element.1);
            self.send("POST", &path(&again), &json!({}));
        }
    }

    /// Types into an element.
    pub fn write(&self, element: &Element, text: &str) {
        let path = self.at(&format!("/element/{}/value", element.0));
        self.send("POST", &path, &json!({"text": text}));
    }

    /// Types into an element, in place of what is there.
    pub fn rewrite(&self, element: &Element, text: &str) {
        self.clear(element);
        self.write(element, text);
    }

    pub fn clear(&self, element: &Element) {
        self.send(
            "POST",
            &self.at(&format!("/element/{}/clear", element.0)),
            &json!({}),
        );
    }

    /// Presses keys wherever the focus is.
    pub fn keys(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|what| json!({"type": what, "value": key.to_string()}))
            })
            .collect();
        let body = json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]});
        self.send("POST", &self.at("/actions"), &body);
    }

    /// Its text; nothing if the page has replaced it meanwhile.
    pub fn text(&self, element: &Element) -> String {
        let path = self.at(&format!("/element/{}/text", element.0));
        let text = self.try_send("GET", &path, &Value::Null);
        let text = text.ok().and_then(|text| text.as_str().map(str::to_owned));
        text.unwrap_or_default()
    }

    /// A spot of the board.
    pub fn spot(&self, name: &str) -> Element {
        self.find(&format!("//*[@id='board']//*[@data-name='{name}']"))
    }

    /// Presses on a spot, as a finger or a mouse does.
    pub fn press(&self, name: &str) {
        let spot = self.spot(name);
        let at = |what| json!({"type": what, "button": 0});
        let go = json!({"type": "pointerMove", "duration": 0, "origin": {ELEMENT: spot.0}, "x": 0, "y": 0});
        self.pointer(&[go, at("pointerDown"), at("pointerUp")]);
    }

    /// Drags from one spot to another.
    pub fn drag(&self, from: &str, to: &str) {
        let go = |spot: &Element| json!({"type": "pointerMove", "duration": 60, "origin": {ELEMENT: spot.0}, "x": 0, "y": 0});
        let (from, to) = (self.spot(from), self.spot(to));
        let down = json!({"type": "pointerDown", "button": 0});
        let up = json!({"type": "pointerUp", "button": 0});
        self.pointer(&[go(&from), down, go(&to), up]);
    }

    /// Drags a finger from one spot to another.
    pub fn touch(&self, from: &str, to: &str) {
        let go = |spot: &Element| json!({"type": "pointerMove", "duration": 60, "origin": {ELEMENT: spot.0}, "x": 0, "y": 0});
        let (from, to) = (self.spot(from), self.spot(to));
        let down = json!({"type": "pointerDown", "button": 0});
        let up = json!({"type": "pointerUp", "button": 0});
        let actions = [go(&from), down, go(&to), up];
        let finger = json!({"type": "pointer", "id": "finger", "actions": actions,
            "parameters": {"pointerType": "touch"}});
        self.send("POST", &self.at("/actions"), &json!({"actions": [finger]}));
    }

    /// Moves the mouse to a point of the window, and clicks there if asked.
    pub fn mouse(&self, [x, y]: [f64; 2], click: bool) {
        let go = json!({"type": "pointerMove", "duration": 0, "origin": "viewport",
            "x": x.round() as i64, "y": y.round() as i64});
        let mut actions = vec![go];
        if click {
            let at = |what| json!({"type": what, "button": 0});
            actions.extend([at("pointerDown"), at("pointerUp")]);
        }
        self.pointer(&actions);
    }

    fn pointer(&self, actions: &[Value]) {
        let body = json!({"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]});
        self.send("POST", &self.at("/actions"), &body);
    }

    /// Waits until an element's text contains this.
    pub fn wait(&self, xpath: &str, text: &str) {
        let begun = Instant::now();
        loop {
            let found = self.text(&self.find(xpath));
            if found.contains(text) {
                return;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "`{text}` does not come up in `{found}`; the page says `{}`",
                self.text(&self.find("//main"))
            );
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// What the page complained about since the last time.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.send("POST", &self.at("/se/log"), &json!({"type": "browser"}));
        let entries = log.as_array().cloned().unwrap_or_default();
        entries
            .iter()
            .filter(|entry| entry["level"] != "INFO" && entry["level"] != "DEBUG")
            .map(|entry| entry["message"].to_string())
            // A refusal that the page shows is not a mistake of the page.
            .filter(|message| !message.contains("status of 400"))
            .collect()
    }

    /// A picture of the page, as PNG.
    pub fn picture(&self, file: &str) {
        let picture = self.send("GET", &self.at("/screenshot"), &Value::Null);
        let bytes = base64(picture.as_str().unwrap_or_default());
        std::fs::write(file, bytes).unwrap();
    }

    /// Makes the window as wide and high.
    pub fn resize(&self, width: u32, height: u32) {
        self.send(
            "POST",
            &self.at("/window/rect"),
            &json!({"width": width, "height": height}),
        );
        self.view(width, height);
    }

    /// Windows are no narrower than 500 pixels; phones are.
    fn view(&self, width: u32, height: u32) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let command = json!({"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics});
        self.send("POST", &self.at("/goog/cdp/execute"), &command);
    }

    /// Shows pages as people see them who want nothing to move.
    pub fn reduce_motion(&self) {
        let command = json!({"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-reduced-motion", "value": "reduce"}],
        }});
        self.send("POST", &self.at("/goog/cdp/execute"), &command);
    }

    /// Shows pages as people see them who like it dark or light.
    pub fn scheme(&self, scheme: &str) {
        let command = json!({"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": scheme}],
        }});
        self.send("POST", &self.at("/goog/cdp/execute"), &command);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.try_send("DELETE", &self.at(""), &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts a driver; the driver and its port, if it says one.
fn drive() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver is installed: `cargo xtask test` installs it");
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let port = line.split("started successfully on port ").nth(1)?;
        port.trim_end_matches('.').parse().ok()
    });
    // What else it says must not fill the pipe.
    thread::spawn(move || lines.for_each(drop));
    match port {
        Some(port) => Some((driver, port)),
        None => {
            let _ = driver.kill();
            let _ = driver.wait();
            None
        }
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |byte| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|b| *b != b'=').map(digit).collect();
    let bits = |chunk: &[u8]| chunk.iter().fold(0u32, |bits, d| bits << 6 | u32::from(*d));
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for chunk in digits.chunks(4) {
        let word = bits(chunk) << (6 * (4 - chunk.len()));
        bytes.extend_from_slice(&word.to_be_bytes()[1..chunk.len()]);
    }
    bytes
}
