// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import SDBus

/// Names the other sides of calls that go on: of outgoing calls, of calls that were not screened, and again when the
/// handle of a call or a contact changes.
final class CallNames {
    private let client: CallClient
    private let callers: Callers

    init(_ client: CallClient, _ callers: Callers) { (self.client, self.callers) = (client, callers) }

    func name(_ calls: some Sequence<CallRecord>) {
        for call in calls where call.state != .ended { name(call) }
    }

    /// `isOther`: the call has another handle than before, so the label that a screener gave is not about it.
    func name(_ call: CallRecord, isOther: Bool = false) {
        let caller = callers.caller(call.handle.handle)
        callers.record(of: caller) { [unowned self] record in
            let identification = caller.identification(label: record.label ?? (isOther ? "" : nil))
            // An answer about the handle that the call had before may be on its way.
            guard isOther || identification.differs(from: call) else { return }
            client.report(.identifyCall, call.uuid, identification.wire)
        }
    }
}

extension Identification {
    fileprivate func differs(from call: CallRecord) -> Bool {
        wire.contains { key, value in (call.properties[key] ?? .string("")) != value }
    }
}
