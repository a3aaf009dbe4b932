// SPDX-License-Identifier: MIT

import Testing

@testable import DirectoryDatabase

struct BlockTests {
    private func random(_ random: inout Seeded, hasLabels: Bool) -> Block {
        var (block, number) = (Block(), Int64(0))
        for _ in 0..<Int.random(in: 1...Block.capacity, using: &random) {
            number += Int64.random(in: 1...(1 << Int64.random(in: 0...36, using: &random)), using: &random)
            block.append(number, hasLabels ? "label \(Int.random(in: 0...9, using: &random))" : nil)
        }
        return block
    }

    @Test(arguments: [false, true])
    func `A block is read as it was written`(hasLabels: Bool) {
        var generator = Seeded(state: 1)
        for _ in 0..<50 {
            let block = random(&generator, hasLabels: hasLabels)
            let first = block.numbers[0]
            block.data(0..<block.count).withUnsafeBytes { data in
                let read = Block(first: first, count: block.count, data: data, hasLabels: hasLabels)
                #expect(read?.numbers == block.numbers)
                #expect(read?.labels == block.labels)
                for (place, number) in block.numbers.enumerated().filter({ $0.offset % 16 == 0 }) {
                    if hasLabels {
                        #expect(Block.label(of: number, first: first, data: data) == block.labels[place])
                    } else {
                        #expect(Block.contains(number, first: first, data: data))
                        let next = block.numbers.dropFirst(place + 1).first
                        #expect(Block.contains(number + 1, first: first, data: data) == (next == number + 1))
                    }
                }
            }
        }
    }

    @Test func `Damaged bytes are refused or give other numbers, and never crash`() {
        var generator = Seeded(state: 2)
        for turn in 0..<500 {
            let hasLabels = turn % 2 == 0
            let block = random(&generator, hasLabels: hasLabels)
            var data = block.data(0..<block.count)
            for _ in 0..<3 where !data.isEmpty {
                data[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            data.removeLast(Int.random(in: 0...min(3, data.count), using: &generator))
            data.withUnsafeBytes { data in
                let read = Block(first: block.numbers[0], count: block.count, data: data, hasLabels: hasLabels)
                #expect(read == nil || read?.count == block.count)
                let numbers = read?.numbers ?? []
                #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
                _ = Block.label(of: 1 << 49, first: block.numbers[0], data: data)
                _ = Block.contains(1 << 49, first: block.numbers[0], data: data)
            }
        }
    }
}
