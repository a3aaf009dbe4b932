// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import SDBus
import Testing

@testable import SessionAgent

/// The calls whose notification has Block; `MissedCallsOfDirectoryTests` presses it.
struct BlockButtonTests {
    private static let stranger = WireHandle(type: Received(text: "phone-number"), value: "+4930999")

    private func buttons(_ more: [String: Variant] = [:], canBlock: Bool = true) -> [Banner.Button]? {
        let call: [String: Variant] = [String: Variant]([
            .uuid: .string("A"), .state: .string(CallState.incoming.rawValue),
            .remoteHandle: Self.stranger.variant,
            .relation: .string(""),
            .allowedActions: .strings([ActionWord.answerCall.rawValue, ActionWord.endCall.rawValue]),
        ])
        return Banner(CallRecord(call.merging(more) { $1 }), in: DesktopState(), canBlock: canBlock)?.buttons
    }

    @Test func `Block is the last button of a stranger's ringing call`() {
        #expect(buttons() == [.call(.decline), .call(.silence), .call(.answer), .block])
        #expect(buttons(canBlock: false) == [.call(.decline), .call(.silence), .call(.answer)])
    }

    @Test func `An emergency call has no Block`() {
        #expect(
            buttons([String: Variant]([.emergency: .bool(true)])) == [.call(.decline), .call(.silence), .call(.answer)])
    }

    @Test func `A call of a contact, or of a caller that may be one, has no Block`() {
        #expect(
            buttons([String: Variant]([.relation: .string("contact")])) == [
                .call(.decline), .call(.silence), .call(.answer),
            ])
        var call = CallRecord([String: Variant]([.remoteHandle: Self.stranger.variant]))
        #expect(missedButtons(call) == [.callBack])
        call.properties[.relation] = .string("")
        #expect(missedButtons(call) == [.callBack, .block])
        call.properties[.emergency] = .bool(true)
        #expect(missedButtons(call) == [.callBack])
    }

    private func missedButtons(_ call: CallRecord) -> [Banner.Button] {
        let missed = MissedCall(call: call, icon: "", desktopEntry: "", app: "")
        return Banner(missed: missed, in: DesktopState(), canBlock: true).buttons
    }

    @Test func `A call that cannot be declined has no Block`() {
        let onlyAnswer = [String: Variant]([.allowedActions: .strings([ActionWord.answerCall.rawValue])])
        #expect(buttons(onlyAnswer) == [.call(.silence), .call(.answer)])
    }
}
