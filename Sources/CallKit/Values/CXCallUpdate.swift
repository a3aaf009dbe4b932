// SPDX-License-Identifier: MIT

public import Foundation

/// What a provider says about a call: a patch. A property that was never set says nothing, and reads as its default; one
/// that was set counts, also if it was set to nil or false.
///
/// For a new call holding, grouping, ungrouping and DTMF are supported unless an update says otherwise.
open class CXCallUpdate: NSObject, NSCopying {
    private var patch = Patch()

    /// Which properties were set, and to what.
    struct Patch: Hashable {
        var remoteHandle: CXHandle??
        var localizedCallerName: String??
        var supportsHolding: Bool?
        var supportsGrouping: Bool?
        var supportsUngrouping: Bool?
        var supportsDTMF: Bool?
        var hasVideo: Bool?
    }

    /// The empty patch.
    public override init() {}

    /// Whom the call is with; nil makes the caller anonymous.
    open var remoteHandle: CXHandle? {
        get { patch.remoteHandle ?? nil }
        set { patch.remoteHandle = .some(newValue) }
    }

    /// The name to show instead of one found by the handle; nil shows none.
    open var localizedCallerName: String? {
        get { patch.localizedCallerName ?? nil }
        set { patch.localizedCallerName = .some(newValue) }
    }

    /// Whether the call can be put on hold, alone or swapped with another.
    open var supportsHolding: Bool {
        get { patch.supportsHolding ?? false }
        set { patch.supportsHolding = newValue }
    }

    /// Whether the call can be merged with another.
    open var supportsGrouping: Bool {
        get { patch.supportsGrouping ?? false }
        set { patch.supportsGrouping = newValue }
    }

    /// Whether the call can be taken out of its group.
    open var supportsUngrouping: Bool {
        get { patch.supportsUngrouping ?? false }
        set { patch.supportsUngrouping = newValue }
    }

    /// Whether the call can send DTMF tones.
    open var supportsDTMF: Bool {
        get { patch.supportsDTMF ?? false }
        set { patch.supportsDTMF = newValue }
    }

    /// Whether the call has pictures.
    open var hasVideo: Bool {
        get { patch.hasVideo ?? false }
        set { patch.hasVideo = newValue }
    }

    /// What was set.
    open override var description: String {
        let facts = [
            patch.remoteHandle.map { "from \($0.map { "\($0)" } ?? "nobody")" },
            patch.localizedCallerName.map { "name \($0 ?? "none")" },
            patch.hasVideo.map { "video \($0)" }, patch.supportsHolding.map { "holding \($0)" },
            patch.supportsGrouping.map { "grouping \($0)" }, patch.supportsUngrouping.map { "ungrouping \($0)" },
            patch.supportsDTMF.map { "DTMF \($0)" },
        ]
        let set = facts.compactMap(\.self).joined(separator: ", ")
        return "<\(type(of: self))\(set.isEmpty ? "" : " ")\(set)>"
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        copy.patch = patch
        return copy
    }

    /// What was set.
    var patchValue: Patch { patch }
}
