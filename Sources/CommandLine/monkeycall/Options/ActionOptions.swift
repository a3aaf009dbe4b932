// SPDX-License-Identifier: MIT
import ArgumentParser

/// The options of every command that requests an action.
struct ActionOptions: ParsableArguments {
    @OptionGroup var control: ControlOptions

    @Flag(help: "Return when the service has accepted the action; do not wait until the app has performed it.")
    var noWait = false
}
