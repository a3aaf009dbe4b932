// SPDX-License-Identifier: MIT

public import Foundation
public import OpenCombine

/// `decode(type: Call.self, decoder: JSONDecoder())`
extension JSONDecoder: @retroactive TopLevelDecoder {
    public typealias Input = Data
}

/// `encode(encoder: JSONEncoder())`
extension JSONEncoder: @retroactive TopLevelEncoder {
    public typealias Output = Data
}

/// `decode(type: Call.self, decoder: PropertyListDecoder())`
extension PropertyListDecoder: @retroactive TopLevelDecoder {
    public typealias Input = Data
}

/// `encode(encoder: PropertyListEncoder())`
extension PropertyListEncoder: @retroactive TopLevelEncoder {
    public typealias Output = Data
}
