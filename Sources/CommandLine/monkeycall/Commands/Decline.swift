// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface

struct Decline: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Decline a call that is ringing.",
        discussion: "It never ends a call that was answered meanwhile; use end for that.")

    @Argument(help: .call("ringing"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "declined" }
    var action: ActionKind { .end }
    var onlyIfRinging: Bool { true }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool { call.state == .incoming }

    func check(_ call: CallRecord) throws(Failure) {
        guard call.state != .incoming else { return }
        throw Failure(
            status: .refused, name: "RequestTransaction.InvalidAction",
            message: "The call is \(call.state) and cannot be declined any more; to end it, use end".printable)
    }
}
