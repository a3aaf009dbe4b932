// SPDX-License-Identifier: MIT
package import CallInterface
package import SDBus

// Questions about one caller, which the agent and the window ask alike.

extension DirectoryClient {
    /// What the directory knows about a caller; nil if it does not answer within `timeout` in microseconds, where 0 is
    /// that of the bus.
    package func lookUp(
        _ caller: WireHandle, within timeout: UInt64 = 0, then completion: @escaping ([String: Variant]?) -> Void
    ) {
        call(.lookup, caller, [String: Variant](), timeout: timeout) {
            completion(try? $0.get().read([String: Variant].self))
        }
    }

    /// Opens a picture that the directory named; nil if it cannot be opened. The directory does not decode pictures, so
    /// a damaged one is possible. `size` is the width and height in pixels at which the caller shows it, or 0.
    package func openPicture(_ picture: String, size: UInt32 = 0, then completion: @escaping (BusFile?) -> Void) {
        call(.openPicture, picture, size) { completion(try? $0.get().read(BusFile.self)) }
    }

    /// Blocks exactly this caller.
    package func block(
        _ caller: WireHandle, timeout: UInt64 = 0, then completion: @escaping (BusError?) -> Void
    ) {
        call(.addRule, RuleKind.caller.rawValue, caller.written, Verdict.reject.rawValue, timeout: timeout) { reply in
            if case .failure(let error) = reply { completion(error) } else { completion(nil) }
        }
    }
}
