// SPDX-License-Identifier: MIT
"use strict";

// Between page.js and the worker. While the page has a call, a port to the worker is open; it closes with the page.
(() => {
  let port = null;
  let state = { call: false, held: false, muted: false };

  const order = (order) => {
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
    if (!state.call) {
      port?.disconnect();
      port = null;
      return;
    }
    if (!port) connect();
    port?.postMessage({ held: state.held, muted: state.muted });
  };

  window.addEventListener("monkeycall:state", (event) => {
    const { call, held, muted } = JSON.parse(event.detail);
    state = { call: Boolean(call), held: Boolean(held), muted: Boolean(muted) };
    tell();
  });
})();
