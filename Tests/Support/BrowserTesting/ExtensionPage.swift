// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The options of the extension in a browser, and the hands of the user on them.
package protocol ExtensionPage {
    /// Loads the page, in place of the one that was there.
    func load() throws

    /// Runs the body of an async function in the page, and returns its result as JSON.
    @discardableResult
    func run(_ script: String) throws -> String

    /// Clicks on the element with this CSS selector.
    func click(_ selector: String) throws

    /// Writes a text into the field with this CSS selector.
    func type(_ text: String, into selector: String) throws

    /// Ends the worker of the extension, as the browser does when it thinks that the worker has nothing to do.
    func stopWorker() throws
}

extension ExtensionPage {
    /// Waits until a condition of the page, which may be a promise, is true.
    package func wait(until condition: String) throws {
        try run("while (!(\(condition))) await new Promise((done) => setTimeout(done, 10)); return true;")
    }

    /// Clicks on an element as soon as it is there.
    package func clickWhenShown(_ selector: String) throws {
        try wait(until: "document.querySelector('\(selector)')")
        try click(selector)
    }
}

/// Bytes from a browser under remote control.
struct BrowserInput {
    private let descriptor: Descriptor
    private var bytes: [UInt8] = []

    init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// The bytes before the next separator.
    mutating func next(before separator: UInt8) throws -> [UInt8] {
        while true {
            if let end = bytes.firstIndex(of: separator) { return take(end, andMore: 1) }
            try read()
        }
    }

    mutating func next(_ count: Int) throws -> [UInt8] {
        while bytes.count < count { try read() }
        return take(count, andMore: 0)
    }

    private mutating func take(_ count: Int, andMore rest: Int) -> [UInt8] {
        defer { bytes.removeFirst(count + rest) }
        return Array(bytes[..<count])
    }

    private mutating func read() throws {
        guard descriptor.waitReadable(until: Deadline()) else { throw SupportError("the browser does not answer") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(descriptor.number, &chunk, chunk.count)
        guard count > 0 else { throw SupportError("the browser has closed its remote control") }
        bytes += chunk[..<count]
    }
}

/// An ordinary page with a meeting: both ends of a call, each with a peer connection. It knows nothing of calls
/// elsewhere.
package enum MeetingPage {
    package static let title = "Stand-up <b>& coffee</b>"

    package static let html = """
        <!DOCTYPE html>
        <meta charset="utf-8">
        <title>Stand-up &lt;b&gt;&amp; coffee&lt;/b&gt;</title>
        <script>
        let near, far, microphone, left = 0, destination = null;
        const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };

        // The microphone of this side goes to the far side, which plays it, and sends a tone back.
        async function join({ handler = true } = {}) {
          const stream = await navigator.mediaDevices.getUserMedia({ audio });
          microphone = stream.getAudioTracks()[0];
          [near, far] = [new RTCPeerConnection(), new RTCPeerConnection()];
          near.onicecandidate = ({ candidate }) => candidate && far.addIceCandidate(candidate);
          far.onicecandidate = ({ candidate }) => candidate && near.addIceCandidate(candidate);
          far.ontrack = ({ track }) => {
            const element = new Audio();
            element.srcObject = new MediaStream([track]);
            element.play();
          };
          near.addTrack(microphone, stream);
          const tone = new AudioContext().createMediaStreamDestination();
          far.addTrack(tone.stream.getAudioTracks()[0], tone.stream);
          await near.setLocalDescription();
          await far.setRemoteDescription(near.localDescription);
          await far.setLocalDescription();
          await near.setRemoteDescription(far.localDescription);
          // Firefox does not know this action.
          if (handler) try { navigator.mediaSession.setActionHandler("hangup", leave); } catch {}
          await until(() => near.connectionState === "connected");
        }

        function leave() {
          left += 1;
          near.close();
          far.close();
          microphone.stop();
        }

        async function until(condition) {
          while (!condition()) await new Promise((done) => setTimeout(done, 10));
          return true;
        }

        // What the browser does with a track, which the page itself does not see: a frame without content scripts
        // tells.
        function reallyEnabled(track) {
          const frame = document.body.appendChild(document.createElement("iframe"));
          const { get } = Object.getOwnPropertyDescriptor(frame.contentWindow.MediaStreamTrack.prototype, "enabled");
          frame.remove();
          return get.call(track);
        }

        // Only the tests of the browser itself look for the extension.
        const isWatched = () => {
          const { get } = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, "enabled");
          return !get.toString().includes("[native code]");
        };

        // The page is a new one when it asks for the next script.
        const reload = (address = location.href) => { destination = address; };

        const sent = () => reallyEnabled(near.getSenders()[0].track);
        const received = () => reallyEnabled(near.getReceivers()[0].track);

        (async () => {
          for (;;) {
            const script = await (await fetch("/next")).text();
            if (!script) continue;
            let body;
            try { body = `ok ${JSON.stringify(await eval(script)) ?? "null"}`; } catch (error) { body = String(error); }
            await fetch("/result", { method: "POST", body });
            if (destination === location.href) return location.reload();
            if (destination) return location.assign(destination);
          }
        })();
        </script>
        <body></body>
        """
}
