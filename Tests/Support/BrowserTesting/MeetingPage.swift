// SPDX-License-Identifier: MIT

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
