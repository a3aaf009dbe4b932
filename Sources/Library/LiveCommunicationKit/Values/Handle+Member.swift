// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallInterface

// Handles as members of a call of the contract, and back.

extension Handle {
    init(_ handle: CallContract.Handle, displayName: String = "") {
        let type: Kind =
            switch handle.kind {
            case .generic: .generic
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(type: type, value: handle.value, displayName: displayName.isEmpty ? nil : displayName)
    }

    init(_ member: CallMember) { self.init(member.handle, displayName: member.displayName) }

    /// Whether the app gave a name besides the address.
    var hasName: Bool { displayName != value && !displayName.isEmpty }

    /// The handle as the service takes it; nil for an anonymous member.
    var model: CallContract.Handle? { value.isEmpty ? nil : CallContract.Handle(kind: type.model, value: value) }

    var member: CallMember? {
        model.map { CallMember(handle: $0, displayName: hasName ? Limits().fitting(displayName) : "") }
    }
}

extension Handle.Kind {
    var model: CallContract.Handle.Kind {
        switch self {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}

extension Sequence<Handle> {
    /// In the same order for the same set.
    var inOrder: [Handle] { sorted { ($0.value, $0.displayName) < ($1.value, $1.displayName) } }

    /// The names to show in one line; empty if the app gave none.
    var names: String {
        contains(where: \.hasName) ? Limits().fitting(map(\.displayName).joined(separator: ", ")) : ""
    }
}
