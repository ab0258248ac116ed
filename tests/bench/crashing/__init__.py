"""What `bench crash` is made of: who writes, what is killed, the disk whose power is cut, and who judges afterwards."""
