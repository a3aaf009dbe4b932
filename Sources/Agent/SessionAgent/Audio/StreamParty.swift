// SPDX-License-Identifier: MIT

import CallClient
import PulseAudio

/// Calls that share streams: those of one app, or those that name the same process (`StreamProcess`), because their
/// provider is a bridge to another program.
struct StreamParty: Hashable {
    let provider: ProviderRecord
    /// 0 = the streams of the provider itself.
    var process: UInt32 = 0

    /// The party in the journal. No identifier contains the separator.
    var name: String { process == 0 ? provider.identifier : "\(provider.identifier)#\(process)" }

    /// Whether a stream belongs to these calls: the process that they name has it, or a process that this one has
    /// started.
    func owns(_ owner: StreamOwner) -> Bool {
        process == 0 ? owner.isPart(of: provider) : owner.processes.contains(process)
    }
}
