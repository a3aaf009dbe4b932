// SPDX-License-Identifier: MIT

import HeadsetReports

/// The time in which a change may only be an echo of the agent's own output: microseconds, from the moment at which the
/// output was written. A radio link of a headset takes a part of it.
let echoTime: UInt64 = 1_000_000

/// Tells presses of a headset apart from what the device does by itself because of its lights.
///
/// A latching button changes its state by a press, and also when its light changes: a headset goes off the hook when a
/// call begins on the screen. So only a state that differs from the light is a press. Some headsets fall back at once
/// after their light has gone on. So in the moment after that, a change of this button is no press, and the next one
/// is.
struct HeadsetEcho {
    private var hook = Latch()
    private var mute = Latch()

    /// The device is to show these lights. `again`: it was told them before, and has left them. `hears`: it gets a
    /// report; a device without lights reflects none.
    mutating func show(_ lights: Set<HeadsetLight>, again: Bool, hears: Bool = true) {
        hook.show(lights.contains(.offHook), again: again, hears: hears)
        mute.show(lights.contains(.mute), again: again, hears: hears)
    }

    /// The device has got all its lights.
    mutating func wrote(at now: UInt64) {
        hook.wrote(at: now)
        mute.wrote(at: now)
    }

    /// Whether the user has pressed the button.
    mutating func isPress(_ change: ButtonChange, at now: UInt64) -> Bool {
        switch (change.button, change.kind) {
        case (_, .pressed): true
        case (.flash, .latched(let isOn)): isOn
        case (.hookSwitch, .latched(let isOn)): hook.isPress(isOn, at: now)
        case (.phoneMute, .latched(let isOn)): mute.isPress(isOn, at: now)
        }
    }
}

/// A button that keeps its state.
private struct Latch {
    private var light = false
    /// The state in which it is not pressed: that of its light, until the device falls back.
    private var rest = false
    /// Its light has gone on, and the device has not shown that yet.
    private var awaitsEcho = false
    private var isWriting = false
    /// Until this time the device may fall back.
    private var end: UInt64 = 0

    /// A light that goes out lets nothing fall back, so the next change may answer another call at once.
    mutating func show(_ isOn: Bool, again: Bool, hears: Bool) {
        guard again || isOn != light else { return }
        (light, rest, end) = (isOn, isOn, 0)
        (awaitsEcho, isWriting) = (isOn && hears, isOn && hears)
    }

    mutating func wrote(at now: UInt64) {
        if isWriting { end = now + echoTime }
        isWriting = false
    }

    mutating func isPress(_ isOn: Bool, at now: UInt64) -> Bool {
        let mayFallBack = isWriting || now < end
        let isEcho = awaitsEcho && isOn == rest
        awaitsEcho = false
        // A slow device falls back after its own echo.
        if isEcho { end = max(end, now + echoTime) }
        guard isOn != rest else { return false }
        if mayFallBack { rest = isOn }
        return !mayFallBack
    }
}
