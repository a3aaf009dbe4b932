// SPDX-License-Identifier: MIT

extension ActionWord: Kept {}
extension Alert: Kept {}
extension CallFilter: Kept {}
extension CallState: Kept {}
extension DTMFType: Kept {}
extension EndedReason: Kept {}
extension Handle.Kind: Kept {}
extension MomentWord: Kept {}
extension Origin: Kept {}
extension ProviderClass: Kept {}
extension Reason: Kept {}
extension Relation: Kept {}
extension Verdict: Kept {}
