import CallClient
// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

// What is read of the service besides its objects.

extension Service {
    /// Who has the audio, and where it goes.
    func audio() throws(Failure) -> AudioRecord {
        try attempt { () throws(BusError) in try client.loadAudio(on: connection) }
    }

    /// What ListEndedCalls says of the calls that have ended and are remembered, the last one last.
    func endedCalls() throws(Failure) -> [[String: Variant]] {
        let reply = try call("ListEndedCalls")
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }

    /// The moments of a call, as ExplainCall tells them.
    func story(of call: String) throws(Failure) -> [[String: Variant]] {
        let reply = try self.call("ExplainCall", call)
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }
}

extension CallRecord {
    var endedAt: UInt64 { properties[Key.endedAt]?.uint64 ?? 0 }
}

extension Registry {
    /// With calls that are no objects any more, as ListEndedCalls tells of them.
    func adding(_ ended: [[String: Variant]]) -> Registry {
        var registry = self
        for call in ended.map({ CallRecord(ended: $0) }) { registry.calls[call.uuid] = call }
        return registry
    }
}
