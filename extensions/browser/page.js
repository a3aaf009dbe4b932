// SPDX-License-Identifier: MIT
"use strict";

// Runs in the page itself, before its scripts: finds the call of the page, and silences or ends it when told. The page
// can see, forge and prevent all of this, so nothing here is trusted. The messages are JSON in events of the window:
//   monkeycall:state  to relay.js: {call, held, muted}, how the page is now
//   monkeycall:order  from relay.js: {held, muted}, how it should be, or {end: true}
(() => {
  if (!window.RTCPeerConnection) return;

  /** The peer connections that are connected. A meeting often has several, for example one for each direction. */
  const connections = new Set();
  /** Those of them that have sent sound. As long as there is one, the page has a call. */
  const calls = new Set();
  let [held, muted] = [false, false];
  /** The page's own way to leave. */
  let hangUp = null;
  let isEnding = false;
  let timer = 0;

  const tell = () => {
    const detail = JSON.stringify({ call: calls.size > 0, held, muted });
    window.dispatchEvent(new CustomEvent("monkeycall:state", { detail }));
  };

  // MARK: Silence

  /**
   * The tracks that are disabled here, each with what the page wishes: it notices nothing, and its own mute ends no
   * hold.
   */
  const silenced = new Map();
  const enabled = Object.getOwnPropertyDescriptor(MediaStreamTrack.prototype, "enabled");

  Object.defineProperty(MediaStreamTrack.prototype, "enabled", {
    ...enabled,
    get() { return silenced.get(this) ?? enabled.get.call(this); },
    set(value) {
      if (silenced.has(this)) silenced.set(this, Boolean(value));
      else enabled.set.call(this, value);
    },
  });

  const silence = () => {
    const silent = new Set();
    for (const connection of connections) {
      for (const { track } of connection.getSenders()) {
        if (track && (held || (muted && track.kind === "audio"))) silent.add(track);
      }
      for (const { track } of connection.getReceivers()) if (held) silent.add(track);
    }
    for (const [track, wish] of silenced) {
      if (silent.has(track)) continue;
      silenced.delete(track);
      enabled.set.call(track, wish);
    }
    for (const track of silent) {
      if (silenced.has(track)) continue;
      silenced.set(track, enabled.get.call(track));
      enabled.set.call(track, false);
    }
  };

  // MARK: The call

  const changed = (connection) => {
    const state = connection.connectionState;
    if (state === "connected") {
      connections.add(connection);
      const isLive = ({ track }) => track?.kind === "audio" && track.readyState === "live";
      if (connection.getSenders().some(isLive)) calls.add(connection);
    } else if (state === "closed" || state === "failed") {
      connections.delete(connection);
      calls.delete(connection);
    }
    silence();
    clearTimeout(timer);
    if (calls.size > 0) return tell();
    // A meeting may replace its connections, so the call is over only if there is still none a second later.
    timer = setTimeout(left, isEnding ? 0 : 1000);
  };

  const left = () => {
    [held, muted, isEnding] = [false, false, false];
    silence();
    tell();
  };

  const end = () => {
    isEnding = true;
    try { hangUp?.({ action: "hangup" }); } catch (error) { console.error(error); }
    // The handler may be missing, fail, or ask the user again.
    setTimeout(() => {
      if (isEnding) for (const connection of [...connections]) connection.close();
    }, hangUp ? 1000 : 0);
  };

  window.addEventListener("monkeycall:order", (event) => {
    const order = JSON.parse(event.detail);
    if (order.end) return end();
    [held, muted] = [order.held, order.muted];
    silence();
    tell();
  });

  // MARK: What the page calls

  /** Calls `then` with the object, the result and the arguments of each call of a method. */
  const after = (prototype, method, then) => {
    prototype[method] = new Proxy(prototype[method], {
      apply(target, self, args) {
        const result = Reflect.apply(target, self, args);
        then(self, result, args);
        return result;
      },
    });
  };

  const { prototype } = window.RTCPeerConnection;
  window.RTCPeerConnection = new Proxy(window.RTCPeerConnection, {
    construct(target, args, newTarget) {
      const connection = Reflect.construct(target, args, newTarget);
      connection.addEventListener("connectionstatechange", () => changed(connection));
      connection.addEventListener("track", silence);
      return connection;
    },
  });
  prototype.constructor = window.RTCPeerConnection;
  if (window.webkitRTCPeerConnection) window.webkitRTCPeerConnection = window.RTCPeerConnection;

  // These are no events, neither a close by the page.
  for (const method of ["addTrack", "addTransceiver", "close"]) {
    after(prototype, method, (connection) => { if (connections.has(connection)) changed(connection); });
  }
  after(RTCRtpSender.prototype, "replaceTrack", (_, done) => {
    done.then(() => connections.forEach(changed), () => {});
  });
  // A copy of a silenced track is as the page wishes the track.
  after(MediaStreamTrack.prototype, "clone", (track, copy) => {
    if (silenced.has(track)) enabled.set.call(copy, silenced.get(track));
  });

  if (window.MediaSession) {
    MediaSession.prototype.setActionHandler = new Proxy(MediaSession.prototype.setActionHandler, {
      apply(target, self, args) {
        // Firefox does not know this action, and throws.
        if (args[0] === "hangup") hangUp = args[1];
        return Reflect.apply(target, self, args);
      },
    });
  }
})();
