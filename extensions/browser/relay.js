// SPDX-License-Identifier: MIT
"use strict";

// Between page.js and the worker. While the page has a call, a port to the worker is open; it closes with the page. A
// hostile page cannot flood the worker: it has one call a second, what it repeats is not passed on, and of many changes
// the last one is.
(() => {
  let port = null;
  let state = { call: false, held: false, muted: false };
  /** Whether the page has not answered the last order. */
  let isAsked = false;
  /** Whether the last call has ended in this second. */
  let isResting = false;
  /** Whether a state was passed on in the last 50 ms, and whether there has been another one since. */
  let [isPausing, isBehind] = [false, false];

  const order = (order) => {
    isAsked = true;
    window.dispatchEvent(new CustomEvent("monkeycall:order", { detail: JSON.stringify(order) }));
  };

  const connect = () => {
    try {
      port = chrome.runtime.connect();
    } catch {
      // The extension was removed or updated: give the page back to the user.
      if (state.held || state.muted) order({ held: false, muted: false });
      return;
    }
    port.onMessage.addListener(order);
    port.onDisconnect.addListener(() => {
      port = null;
      // The browser may end the worker, and starts it again.
      setTimeout(tell, 1000);
    });
  };

  const tell = () => {
    if (state.call) {
      if (!port && !isResting) connect();
      port?.postMessage({ held: state.held, muted: state.muted });
    } else if (port) {
      port.disconnect();
      port = null;
      isResting = true;
      setTimeout(() => { isResting = false; tell(); }, 1000);
    }
  };

  const changed = () => {
    isBehind = isPausing;
    if (isPausing) return;
    isPausing = true;
    setTimeout(() => { isPausing = false; if (isBehind) changed(); }, 50);
    tell();
  };

  window.addEventListener("monkeycall:state", (event) => {
    const before = state;
    const { call, held, muted } = JSON.parse(event.detail);
    state = { call: Boolean(call), held: Boolean(held), muted: Boolean(muted) };
    if (!isAsked && Object.keys(state).every((key) => state[key] === before[key])) return;
    isAsked = false;
    changed();
  });
})();
