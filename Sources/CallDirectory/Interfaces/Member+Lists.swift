// SPDX-License-Identifier: MIT

import CallModel
import SDBus

extension Member {
    static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: ListsMethodName, takes: [String] = [], returns: [String] = [],
        _ handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        deferredMethod(name.rawValue, takes: takes, returns: returns, handler)
    }
}
