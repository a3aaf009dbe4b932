// SPDX-License-Identifier: MIT

import HeadsetReports
import Testing

@testable import SessionAgent

/// Whether a headset reports a press, or only what it has made of its lights.
struct HeadsetEchoTests {
    /// A headset, and the time in milliseconds.
    private final class World {
        private var echo = HeadsetEcho()
        private var time: UInt64 = 10_000

        /// The device gets these lights at once.
        func show(_ lights: HeadsetLight..., again: Bool = false) {
            tell(Set(lights), again: again)
            echo.wrote(at: time * 1_000)
        }

        func tell(_ lights: Set<HeadsetLight>, again: Bool = false, hears: Bool = true) {
            echo.show(lights, again: again, hears: hears)
        }

        func write(later: UInt64) {
            time += later
            echo.wrote(at: time * 1_000)
        }

        /// Whether the change is a press, `later` milliseconds after what was before.
        func press(_ button: HeadsetButton, _ isOn: Bool, later: UInt64) -> Bool {
            time += later
            return echo.isPress(ButtonChange(button, .latched(isOn)), at: time * 1_000)
        }

        func press(_ button: HeadsetButton) -> Bool {
            echo.isPress(ButtonChange(button, .pressed), at: time * 1_000)
        }
    }

    private static let buttons: [(HeadsetButton, HeadsetLight)] = [(.hookSwitch, .offHook), (.phoneMute, .mute)]

    @Test func `A headset that follows its light has pressed nothing, and the next change is a press`() {
        for (button, light) in Self.buttons {
            for delay: UInt64 in [0, 20, 3_000] {
                let world = World()
                world.show()
                world.show(light)
                #expect(!world.press(button, true, later: delay))
                #expect(world.press(button, false, later: 1_000))
                world.show()
                #expect(world.press(button, true, later: 0))
            }
        }
    }

    @Test func `A headset that falls back within a second has pressed nothing, and its next change is a press`() {
        for (button, light) in Self.buttons {
            for delay: UInt64 in [0, 60, 999] {
                let world = World()
                world.show(light)
                #expect(!world.press(button, true, later: 20))
                #expect(!world.press(button, false, later: delay))
                #expect(world.press(button, true, later: 1_000))
            }
        }
    }

    @Test func `A headset that is slow to follow its light may still fall back`() {
        let world = World()
        world.show(.offHook)
        #expect(!world.press(.hookSwitch, true, later: 3_000))
        #expect(!world.press(.hookSwitch, false, later: 80))
        #expect(world.press(.hookSwitch, true, later: 1_000))
        // Only the first change of a light is an echo of it.
        #expect(!world.press(.hookSwitch, false, later: 0))
        #expect(world.press(.hookSwitch, true, later: 0))
    }

    @Test func `The second begins when the device has got its lights`() {
        let world = World()
        world.tell([.offHook])
        #expect(!world.press(.hookSwitch, true, later: 0))
        #expect(!world.press(.hookSwitch, false, later: 5_000))
        world.write(later: 0)
        #expect(!world.press(.hookSwitch, true, later: 999))
        #expect(world.press(.hookSwitch, false, later: 1))
    }

    @Test func `A headset without lights has no echo`() {
        let world = World()
        world.tell([.offHook], hears: false)
        #expect(world.press(.hookSwitch, false, later: 0))
    }

    @Test func `A light that goes out, and a light of another button, delay no press`() {
        for (button, light) in Self.buttons {
            let world = World()
            world.show(light)
            world.show()
            #expect(world.press(button, true, later: 0))
        }
        let world = World()
        world.show(.offHook)
        #expect(!world.press(.hookSwitch, true, later: 0))
        _ = world.press(.phoneMute, false, later: 2_000)
        world.show(.offHook, .mute, .microphone)
        #expect(world.press(.hookSwitch, false, later: 0))
    }

    @Test func `A headset that gets its light again may fall back once more`() {
        var world = World()
        world.show(.offHook)
        #expect(!world.press(.hookSwitch, true, later: 0))
        #expect(world.press(.hookSwitch, false, later: 2_000))
        world.show(.offHook, again: true)
        #expect(!world.press(.hookSwitch, true, later: 20))
        #expect(!world.press(.hookSwitch, false, later: 60))
        #expect(world.press(.hookSwitch, true, later: 1_000))
        // A refused answer: the device goes back on the hook.
        world = World()
        world.show()
        #expect(world.press(.hookSwitch, true, later: 0))
        world.show(again: true)
        #expect(!world.press(.hookSwitch, false, later: 20))
    }

    @Test func `A hook switch that comes back by itself answers, and does not hang up`() {
        let world = World()
        world.show(.ring)
        #expect(world.press(.hookSwitch, true, later: 0))
        #expect(!world.press(.hookSwitch, false, later: 100))
        world.show(.offHook)
        #expect(!world.press(.hookSwitch, true, later: 100))
        #expect(!world.press(.hookSwitch, false, later: 100))
        #expect(world.press(.hookSwitch, true, later: 1_000))
    }

    @Test func `A button that only says that it was pressed is pressed at any time`() {
        let world = World()
        world.show(.offHook)
        for button in HeadsetButton.allCases { #expect(world.press(button)) }
        #expect(world.press(.flash, true, later: 0))
        #expect(!world.press(.flash, false, later: 0))
    }
}
