"""What `bench restore` is made of: laptops, and the phones that give back."""
