// SPDX-License-Identifier: MIT

package import CallContract

/// An action that the registry delivers.
package struct BridgeAction: Hashable, Sendable {
    package let id: ActionID
    package let call: CallID
    package let kind: ActionKind

    package init(id: ActionID, call: CallID, kind: ActionKind) {
        (self.id, self.call, self.kind) = (id, call, kind)
    }
}
