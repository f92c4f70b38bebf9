module batch-sim.dev/batchsim

go 1.25
