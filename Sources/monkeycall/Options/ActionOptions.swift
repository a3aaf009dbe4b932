// SPDX-License-Identifier: MIT
import ArgumentParser

/// What every command takes that does something to a call.
struct ActionOptions: ParsableArguments {
    @OptionGroup var control: ControlOptions

    @Flag(help: "Return when the action is accepted, not when the app has performed it.")
    var noWait = false
}
