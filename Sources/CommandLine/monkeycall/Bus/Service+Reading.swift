// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import SDBus

// The data of the service that is not in its objects.

extension Service {
    func audio() throws(Failure) -> AudioRecord {
        try attempt { () throws(BusError) in try client.loadAudio(on: connection) }
    }

    /// The properties of the manager object.
    func manager() throws(Failure) -> [String: Variant] {
        try attempt { () throws(BusError) in
            let all = client.standardMethod("GetAll", of: StandardInterface.properties)
            return try connection.call(all, CallManagerName.manager.text).read([String: Variant].self)
        }
    }

    /// The result of ListEndedCalls, the most recent call last.
    func endedCalls() throws(Failure) -> [[String: Variant]] {
        let reply = try call(.listEndedCalls)
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }

    /// The result of ExplainCall.
    func story(of call: String) throws(Failure) -> [[String: Variant]] {
        let reply = try self.call(.explainCall, call)
        return try attempt { () throws(BusError) in try reply.read([[String: Variant]].self) }
    }
}

extension Registry {
    /// The same registry with the calls of ListEndedCalls.
    func adding(_ ended: [[String: Variant]]) -> Registry {
        var registry = self
        for call in ended.map({ CallRecord(ended: $0) }) { registry.calls[call.uuid] = call }
        return registry
    }
}
